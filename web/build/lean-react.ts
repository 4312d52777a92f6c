// Vite plugin: leaves out of React's client what no page of the site uses. React can't be tree-shaken: its renderer is one
// file, in which every feature hangs on every other (react/react#16173). Here whole functions of that file lose their
// bodies. A feature that is left out throws where it would begin, so that using it fails at once and not strangely; what
// is only reached through it does nothing. `build/check-imports.mjs` refuses the imports that would lead there.
import type { Plugin } from "vite";

/** Entrances to features: who comes here uses something that is left out. */
const ENTRANCES = [
  // <Suspense>, <Activity> and what both are made of.
  "updateSuspenseComponent",
  "updateDehydratedSuspenseComponent",
  "updateSuspenseListComponent",
  "updateActivityComponent",
  "updateOffscreenComponent",
  // useActionState, useOptimistic, use, the compiler's cache.
  "mountActionState",
  "updateActionStateImpl",
  "updateOptimisticImpl",
  "useThenable",
  "useMemoCache",
  // Custom elements.
  "setPropOnCustomElement",
];

/** What is only reached through features that are left out, or through calls that we don't make. */
const WITHOUT_EFFECT = [
  // <ViewTransition>.
  "applyViewTransitionToHostInstancesRecursive",
  "applyViewTransitionName",
  "restoreViewTransitionName",
  "restoreViewTransitionOnHostInstances",
  "commitAppearingPairViewTransitions",
  "commitEnterViewTransitions",
  "commitDeletedPairViewTransitions",
  "commitExitViewTransitions",
  "commitNestedViewTransitions",
  "restorePairedViewTransitions",
  "restoreEnterOrExitViewTransitions",
  "restoreNestedViewTransitions",
  "measureViewTransitionHostInstancesRecursive",
  "measureNestedViewTransitions",
  "scheduleViewTransitionEvent",
  "startViewTransition",
  // Hidden trees of <Suspense> and <Activity>, and what they wait for.
  "recursivelyTraverseDisappearLayoutEffects",
  "recursivelyTraverseReappearLayoutEffects",
  "recursivelyTraverseReconnectPassiveEffects",
  "recursivelyTraverseDisconnectPassiveEffects",
  "hideOrUnhideAllChildrenOnFiber",
  "hideOrUnhideDehydratedBoundary",
  "commitOffscreenPassiveMountEffects",
  "commitActivityHydrationCallbacks",
  "commitSuspenseHydrationCallbacks",
  "retryDehydratedSuspenseBoundary",
  "accumulateSuspenseyCommitOnFiber",
  // Preloads, style sheets and scripts that components ask for.
  "preconnectAs",
  "preload",
  "preloadModule",
  "preinitStyle",
  "preinitScript",
  "preinitModuleScript",
  "getResource",
  "acquireResource",
  "suspendResource",
  "insertStylesheetIntoRoot",
  "waitForCommitToBeReady",
  "preloadInstanceAndSuspendIfNeeded",
  "preloadResourceAndSuspendIfNeeded",
  // Actions.
  "dispatchActionState",
  "runActionStateAction",
  "handleActionReturnValue",
  "dispatchOptimisticSetState",
  // Refs to fragments.
  "validateDocumentPositionWithFiberTree",
  "commitNewChildToFragmentInstance",
  "deleteChildFromFragmentInstance",
  // Names of components in errors, which no visitor reads.
  "describeNativeComponentFrame",
  "getComponentNameFromType",
  // onSelect, onBeforeInput.
  "constructSelectEvent",
  "getFallbackBeforeInputChars",
];

const CLIENT = /react-dom-client\.production\.js$/;
/** The methods of refs to fragments. */
const FRAGMENT_METHOD = /^FragmentInstance\.prototype\.\w+ = function [\s\S]*?^};\n/gm;

function withoutBody(code: string, name: string, body: string): string {
  const declaration = new RegExp(`^(function ${name}\\([^)]*\\) \\{)[\\s\\S]*?^\\}`, "m");
  if (!declaration.test(code))
    throw new Error(`React has no function ${name} any more: look through build/lean-react.ts`);
  return code.replace(declaration, (_, head) => `${head}${body}}`);
}

export function leanReact(): Plugin {
  return {
    name: "lean-react",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!CLIENT.test(id)) return null;
      const entrances = ENTRANCES.reduce(
        (rest, name) => withoutBody(rest, name, 'throw Error("build/lean-react.ts");'),
        code.replace(FRAGMENT_METHOD, ""),
      );
      return WITHOUT_EFFECT.reduce(
        (rest, name) => withoutBody(rest, name, "return null;"),
        entrances,
      );
    },
  };
}
