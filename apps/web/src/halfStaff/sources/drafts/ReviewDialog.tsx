import {
  type Order,
  type SessionUser,
  type SourceDraftText,
  termsOfReading,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { StatusShape } from '@/components/ui/Status.tsx';
import { ReadOrderDialog } from '../../paste/ReadOrderDialog.tsx';
import { sourceDraftQuery } from '../sourceQueries.ts';
import { OtherSources } from './OtherSources.tsx';
import { useDraftResult } from './useDraftResult.ts';

export interface ReviewDialogProps {
  user: SessionUser;
  id: string;
  onClose: () => void;
  onSaved: (order: Order) => void;
}

/**
 * Shows a draft from a source for review: its text, next to the form that is filled in from the
 * text.
 */
export default function ReviewDialog({ user, id, onClose, onSaved }: ReviewDialogProps) {
  const query = useQuery(sourceDraftQuery(id));
  const draft = query.data;
  const { result, problem } = useDraftResult(draft);
  return (
    <ReadOrderDialog
      user={user}
      title={t`Review draft`}
      result={result}
      notice={(order) =>
        draft && (
          <>
            {problem !== null && <NotRead draft={draft} problem={problem} />}
            {order && (
              <OtherSources user={user} draft={draft} terms={termsOfReading(order, draft.title)} />
            )}
          </>
        )
      }
      onBack={onClose}
      backLabel={t`Cancel`}
      onClose={onClose}
      onSaved={onSaved}
    >
      <DialogBody>
        {!draft && query.isError ? (
          <ErrorState
            title={t`Couldn’t load the draft`}
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <div role="status" aria-label={t`Loading draft`} className="grid gap-4">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-64 rounded-lg" />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogFooter>
    </ReadOrderDialog>
  );
}

/** Shows why the document was not read, and links to the document. */
function NotRead({ draft: { title, link }, problem }: { draft: SourceDraftText; problem: string }) {
  return (
    <div className="grid gap-1 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3">
      <p className="flex items-baseline gap-2">
        <StatusShape tone="warn" />
        <span className="min-w-0 break-words">
          <Trans>Couldn’t read the document: {problem}</Trans>
        </span>
      </p>
      {link !== null && (
        <p className="break-words">
          <a href={link} target="_blank" rel="noreferrer" className="touch-target underline">
            {title}
          </a>
        </p>
      )}
    </div>
  );
}
