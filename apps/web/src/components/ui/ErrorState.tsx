import { t } from '@lingui/core/macro';
import { TriangleAlert } from '@/components/icons/index.ts';
import { errorMessage, isUnavailable } from '@/lib/api/api.ts';
import { Button } from './Button.tsx';

interface ErrorStateProps {
  /** A short title that names what failed to load. */
  title: string;
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

/**
 * Shows what failed to load and why, with a Retry button. If the server is unavailable, shows that
 * the page retries automatically.
 */
export function ErrorState({ title, error, onRetry, retrying }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-1 rounded-lg border border-border bg-surface px-4 py-14 text-center"
    >
      <TriangleAlert aria-hidden="true" className="mb-2 size-6 text-bad" />
      <p className="font-medium">{title}</p>
      <p className="max-w-prose break-words text-muted-foreground">{errorMessage(error)}</p>
      {isUnavailable(error) && (
        <p className="text-xs text-muted-foreground">{t`Retrying automatically…`}</p>
      )}
      <Button className="mt-4" onClick={onRetry} pending={retrying}>
        {t`Retry`}
      </Button>
    </div>
  );
}
