// Translators and extensions move and replace nodes that React has made. Where React then removes such a node, or inserts
// one before it, the browser throws, and the page would be gone. Here the node is looked for where it is now.

/** The node itself, or what it was wrapped in, among the children of `parent`; null where it is elsewhere. */
function childWith(node: Node, parent: Node): Node | null {
  let found: Node | null = node;
  while (found && found.parentNode !== parent) found = found.parentNode;
  return found;
}

/** Makes both methods succeed for a node that is no longer a child. */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode;
    if (parent) removeChild.call(parent, child);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    next: Node | null,
  ): T {
    return insertBefore.call(this, node, next && childWith(next, this)) as T;
  };
}
