// What others do to a page while a visitor has it open: translators, password managers, extensions, delivery networks.
import type { Page } from "@playwright/test";

/** When the changes are made: as the document has been read, while its code arrives, or once the page works. */
export type Phase = "before" | "while" | "after";

/** Makes some of the changes, which the seed chooses, on each page that is opened from here on; `changed` says so. */
export async function changeBySeed(page: Page, seed: number, phase: Phase): Promise<void> {
  await page.addInitScript({ content: `window.tools = (${makeTools})(${seed})` });
  await page.addInitScript(giveChanges);
  await page.addInitScript(changeIn, phase);
}

type Tools = ReturnType<typeof makeTools>;
declare global {
  interface Window {
    tools: Tools;
    changes: (() => void)[];
    changed?: true;
  }
}

/** Runs in the page. */
function makeTools(seed: number) {
  let state = seed * 7919 + 1;
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 4_294_967_296;
  };
  const nodes = (kind: number) => {
    const walker = document.createTreeWalker(document.body, kind);
    const found: CharacterData[] = [];
    while (walker.nextNode()) found.push(walker.currentNode as CharacterData);
    return found.filter((node) => !node.parentElement?.closest("script, style, textarea, select"));
  };
  const make = (name: string, text = "") =>
    Object.assign(document.createElement(name), { textContent: text });
  return {
    chance,
    make,
    each: <T>(all: Iterable<T>, share: number, act: (one: T) => void) => {
      for (const one of [...all]) if (chance() < share) act(one);
    },
    all: (selector: string) => document.body.querySelectorAll<HTMLElement>(selector),
    comments: () => nodes(NodeFilter.SHOW_COMMENT),
    texts: () => nodes(NodeFilter.SHOW_TEXT).filter(({ data }) => data.trim()) as Text[],
    wrap: (node: ChildNode, name: string) => {
      const wrapper = make(name);
      node.replaceWith(wrapper);
      wrapper.append(node);
    },
    translate: (node: CharacterData) => {
      const outer = make("font");
      outer.append(make("font", `${node.data}ы`));
      node.replaceWith(outer);
    },
  };
}

function giveChanges(): void {
  const { all, comments, each, make, texts, translate, wrap } = window.tools;
  const body = () => document.body;
  window.changes = [
    () => each(texts(), 1, translate),
    () => each(texts(), 0.3, translate),
    () => each(texts(), 0.3, (node) => wrap(node, "span")),
    () =>
      each(texts(), 1, (node) => node.parentElement?.matches("button, label") && translate(node)),
    () => each(all("input, textarea"), 1, (field) => field.after(make("div"))),
    () => each(all("input, textarea"), 1, (field) => field.before(make("com-1password-button"))),
    () => each(all("input, a, form"), 0.4, ({ dataset }) => Object.assign(dataset, { lp: "1" })),
    () => each(all("p, li"), 0.3, ({ style }) => Object.assign(style, { color: "red" })),
    () => each(comments(), 1, (node) => node.remove()),
    () => each(all("svg"), 0.5, (icon) => icon.remove()),
    () => each(all("svg, img"), 0.5, (picture) => wrap(picture, "picture")),
    () => body().prepend(make("div", "A toolbar"), make("style", "i { color: red }")),
    () => body().append(make("iframe"), make("deepl-input-controller")),
    () => document.head.prepend(make("style", "b { color: red }")),
    () => document.documentElement.setAttribute("lang", "ru"),
    () => body().classList.add("translated-ltr"),
    () => document.documentElement.setAttribute("style", "--darkreader: 1"),
    () => each(texts(), 0.3, (node) => node.data.length > 1 && node.splitText(1)),
    () => body().normalize(),
    () => each(texts(), 0.2, (node) => Object.assign(node, { data: node.data.toUpperCase() })),
    () => each(texts(), 0.1, (node) => node.after("\u200b")),
    () =>
      each(all("a[href^='mailto:']"), 1, (link) => {
        link.setAttribute("href", "/cdn-cgi/l/email-protection");
        link.replaceChildren(make("span", "[protected]"));
      }),
    () =>
      each(all("p, h2, h3"), 0.2, (element) => {
        element.innerHTML = `<font>${element.innerHTML}</font>`;
      }),
    () => Object.assign(document, { title: "Перевод" }),
  ];
}

function changeIn(phase: Phase): void {
  const { chance, each, translate } = window.tools;
  /** As a translator does with whatever appears. */
  const translateLater = () =>
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Text && node.data.trim() && !node.parentElement?.closest("font"))
          translate(node);
    }).observe(document.body, { childList: true, subtree: true });
  const isAwake = () =>
    Object.keys(document.querySelector("form") ?? {}).some((key) => key.startsWith("__react"));
  const change = () => {
    if (phase === "after" && !isAwake()) return setTimeout(change, 30);
    each(window.changes, 0.35, (act) => act());
    window.changed = true;
  };
  addEventListener("DOMContentLoaded", () => {
    if (chance() < 0.3) translateLater();
    if (phase === "before") change();
    else setTimeout(change, phase === "while" ? chance() * 1_200 : 0);
  });
}
