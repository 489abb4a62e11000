import { t } from '@lingui/core/macro';
import { Component, type ReactNode } from 'react';
import { ErrorState } from '@/components/ui/ErrorState.tsx';

interface Props {
  /** The path of the page. When the path changes, the message about a crashed page disappears. */
  path: string;
  children: ReactNode;
}

interface State {
  error: unknown;
}

/**
 * Shows a message in place of a page that crashed, so that the header and the sidebar stay on
 * screen.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error(t`Unknown error`) };
  }

  override componentDidUpdate({ path }: Props): void {
    if (path !== this.props.path && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return (
      <ErrorState
        title={t`Couldn’t show this page.`}
        error={this.state.error}
        onRetry={() => window.location.reload()}
      />
    );
  }
}
