// The error boundary (R36): catches an error while a page renders, and shows the error screen instead.
import { Component, type ReactNode } from "react";
import { ErrorScreen } from "./error.tsx";

type Props = {
  children: ReactNode;
  /** Shown instead, where the error screen alone would lack a document around it. */
  fallback?: (status: string | null) => ReactNode;
};
type State = { failed: boolean; status: string | null };

/** The sentence of an error of our own. Those of the language and of React say nothing to a visitor. */
function statusOf(error: unknown): string | null {
  const isOurs = error instanceof Error && error.constructor === Error;
  return isOurs && !/react/i.test(error.message) ? error.message : null;
}

/** Use the page's address as its `key`, so that the next page starts without the error. */
export class ErrorBoundary extends Component<Props, State> {
  constructor(props: Props) {
    super(props);
    this.state = { failed: false, status: null };
  }

  static getDerivedStateFromError(error: unknown): State {
    return { failed: true, status: statusOf(error) };
  }

  override render() {
    const { failed, status } = this.state;
    const { children, fallback = (said) => <ErrorScreen status={said} /> } = this.props;
    return failed ? fallback(status) : children;
  }
}
