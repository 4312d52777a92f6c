// The error boundary (R36): catches an error while a page renders, and shows the error screen instead.
import { Component, type ReactNode } from "react";
import { ErrorScreen } from "./error.tsx";

type Props = { children: ReactNode };
type State = { status: string | null };

/** Use the page's address as its `key`, so that the next page starts without the error. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { status: null };

  static getDerivedStateFromError(error: unknown): State {
    return { status: error instanceof Error ? error.message : String(error) };
  }

  override render() {
    const { status } = this.state;
    return status === null ? this.props.children : <ErrorScreen status={status} />;
  }
}
