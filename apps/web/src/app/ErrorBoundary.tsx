import { Component, type ReactNode } from 'react';
import { ErrorState } from '@/components/ui/error-state.tsx';

interface State {
  error: unknown;
}

/** Keeps the shell when a page breaks or its code does not load (a new version replaced it). */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Unknown error') };
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
