import type { SessionUser, SourceDraft } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { short } from '@/lib/moments.ts';
import { useDialogId } from '@/lib/page/dialogParam.ts';
import { ORDER_DIALOG } from '../../data/halfStaffQueries.ts';
import { headlineText, periodText } from '../../orders/readingTexts.ts';
import { useDismissDraft } from '../sourceActions.ts';
import { DRAFT_DIALOG, sourceDraftsQuery } from '../sourceQueries.ts';
import type { ReviewDialogProps } from './ReviewDialog.tsx';

const ReviewDialog = lazyDialog(
  () => import('./ReviewDialog.tsx'),
  ({ onClose }: ReviewDialogProps) => onClose(),
);

/**
 * Lists the drafts from order sources that await a decision, with a dialog for reviewing them.
 * Hides the list if there are no drafts.
 */
export function SourceDrafts({ user }: { user: SessionUser }) {
  const query = sourceDraftsQuery(user);
  const { data = [] } = useQuery(query);
  const [reviewedId, setReviewedId] = useDialogId(DRAFT_DIALOG);
  const [, setOrderId] = useDialogId(ORDER_DIALOG);
  const [dismissing, setDismissing] = useState<SourceDraft | null>(null);
  const dismiss = useDismissDraft(() => setDismissing(null));
  const title = t`Drafts from sources`;
  return (
    <>
      {data.length > 0 && (
        <Card role="region" aria-label={title} className="grid gap-1 p-4">
          <h2 className="text-sm font-semibold">
            <Status tone="warn">
              {title} <span className="font-normal tabular-nums">{data.length}</span>
            </Status>
          </h2>
          <ul className="grid divide-y divide-border">
            {data.map((draft) => (
              <Row
                key={draft.id}
                draft={draft}
                onReview={() => setReviewedId(draft.id)}
                onDismiss={() => setDismissing(draft)}
              />
            ))}
          </ul>
        </Card>
      )}
      {reviewedId !== null && query.enabled && (
        <Suspense>
          <ReviewDialog
            key={reviewedId}
            user={user}
            id={reviewedId}
            onClose={() => setReviewedId(null)}
            // Replaces the review with the order and its effect.
            onSaved={({ id }) => setOrderId(id)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={dismissing !== null}
        onOpenChange={(next) => !next && setDismissing(null)}
        title={t`Dismiss draft`}
        description={t`“${{ title: dismissing?.title ?? '' }}” won’t be proposed again. No poles will move.`}
        confirmLabel={t`Dismiss`}
        pending={dismiss.isPending}
        onConfirm={() => dismissing && dismiss.mutate(dismissing)}
      />
    </>
  );
}

interface RowProps {
  draft: SourceDraft;
  onReview: () => void;
  onDismiss: () => void;
}

function Row({ draft, onReview, onDismiss }: RowProps) {
  const { title, sourceName, publishedAt, foundAt, orders, unread } = draft;
  const [first] = orders;
  const others = orders.length - 1;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">{title}</p>
        {first && (
          <p className="break-words tabular-nums">
            {[headlineText(first), periodText(first)].filter(Boolean).join(' · ')}
            {others > 0 && <Others count={others} />}
          </p>
        )}
        {unread !== null && (
          <p className="break-words">
            <Trans>Couldn’t read the document: {unread}</Trans>
          </p>
        )}
        <p className="text-xs break-words text-muted-foreground tabular-nums">
          {sourceName} ·{' '}
          {publishedAt === null ? (
            <Trans>
              found <Moment at={foundAt} text={short(foundAt)} />
            </Trans>
          ) : (
            <Trans>
              published <Moment at={publishedAt} text={short(publishedAt)} />
            </Trans>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={t`Dismiss ${{ title }}`} onClick={onDismiss}>
          <Trans>Dismiss</Trans>
        </Button>
        <Button aria-label={t`Review ${{ order: title }}`} onClick={onReview}>
          <Trans>Review</Trans>
        </Button>
      </div>
    </li>
  );
}

function Others({ count }: { count: number }) {
  return (
    <span className="text-muted-foreground">
      {' '}
      <Trans>and {{ count: String(count) }} more</Trans>
    </span>
  );
}
