import { Component, type ReactNode } from 'react';
import { ErrorState } from '@/components/ui/ErrorState.tsx';

interface Props {
  /** The path of the page. A page with another path starts without the error. */
  path: string;
  children: ReactNode;
}

interface State {
  error: unknown;
}

/** Keeps the shell on screen when a page crashes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Unknown error') };
  }

  override componentDidUpdate({ path }: Props): void {
    if (path !== this.props.path && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <ErrorState
        title="This page could not be shown."
        error={this.state.error}
        onRetry={() => window.location.reload()}
      />
    );
  }
}
