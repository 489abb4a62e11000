import { dateText, type OwnDay } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { releaseText } from '../autopilot/ReleaseEffect.tsx';
import { releaseQuery } from '../data/halfStaffQueries.ts';
import { KIND_LABELS } from '../orders/orderTexts.ts';
import { useDeleteOwnDay } from './ownDayActions.ts';
import { ruleText } from './ownDayTexts.ts';

interface OwnDayItemProps {
  day: OwnDay;
  /** Called when the user presses Edit for the custom day. */
  onEdit: () => void;
}

/** One custom day with its rule, its next date and its actions. */
export function OwnDayItem({ day, onEdit }: OwnDayItemProps) {
  const { name, kind, rule, next } = day;
  const [deleting, setDeleting] = useState(false);
  const date = next && dateText(next.date);
  const remove = useDeleteOwnDay(() => setDeleting(false));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-words">{name}</p>
        <p className="text-muted-foreground">
          {KIND_LABELS[kind]} · {ruleText(rule)}
        </p>
        <p className="text-xs text-muted-foreground tabular-nums">
          {next ? (
            <Trans>
              Next: <time dateTime={next.date}>{date}</time>
            </Trans>
          ) : (
            <Trans>All upcoming orders were canceled</Trans>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button aria-label={t`Delete ${{ day: name }}`} onClick={() => setDeleting(true)}>
          <Trans>Delete</Trans>
        </Button>
        <Button aria-label={t`Edit ${{ day: name }}`} onClick={onEdit}>
          <Trans>Edit</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t`Delete custom day`}
        description={t`Delete “${{ day: name }}”? Its current and upcoming orders will be canceled. Past orders will be kept.`}
        confirmLabel={t`Delete`}
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate(day)}
      >
        {next && <Rising orderId={next.orderId} />}
      </ConfirmDialog>
    </li>
  );
}

/** Shows how many poles are raised when an order is canceled. */
function Rising({ orderId }: { orderId: string }) {
  const { data } = useQuery(releaseQuery({ orderId }));
  return data ? <p className="tabular-nums">{releaseText(data)}</p> : null;
}
