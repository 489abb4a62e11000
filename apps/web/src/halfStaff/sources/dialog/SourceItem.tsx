import type { DeliveryRefusal, OrderSource } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { StatusShape } from '@/components/ui/Status.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { short } from '@/lib/moments.ts';
import { ProblemText } from '../SourceProblems.tsx';
import { useCheckSource, useDeleteSource, useSwitchSource } from '../sourceActions.ts';

interface SourceItemProps {
  source: OrderSource;
  /** Whether a requested check of the source is still in progress. */
  isChecking: boolean;
  /** Called after a change that makes the server check the source. */
  onCheck: (source: OrderSource) => void;
  /** Called when the user asks for a new secret for the webhook. */
  onNewSecret: (source: OrderSource) => void;
}

/** One source of orders, such as a web page: its address, its state and its actions. */
export function SourceItem({ source, isChecking, onCheck, onNewSecret }: SourceItemProps) {
  const { definition, isFederal, isOn, problem } = source;
  const { name } = definition;
  const isWebhook = definition.kind === 'webhook';
  const [deleting, setDeleting] = useState(false);
  const change = useSwitchSource((changed) => changed.isOn && !isWebhook && onCheck(source));
  const check = useCheckSource(() => onCheck(source));
  const remove = useDeleteSource(() => setDeleting(false));
  return (
    <li className="grid gap-1.5 py-3">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium break-words">{name}</p>
          <p className="text-xs break-all text-muted-foreground">
            {isWebhook ? source.deliverTo : definition.url}
          </p>
        </div>
        {!isFederal && (
          <Switch
            aria-label={t`Watch ${{ source: name }}`}
            checked={change.isPending ? change.variables.isOn : isOn}
            look={change.isPending ? 'pending' : 'settled'}
            onCheckedChange={(next) => change.mutate({ source, isOn: next })}
          />
        )}
      </div>
      {isOn && problem !== null && (
        <p className="flex items-baseline gap-2">
          <StatusShape tone="warn" />
          <span className="min-w-0 break-words">
            <ProblemText source={source} />
          </span>
        </p>
      )}
      <LastRefusal source={source} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-xs text-muted-foreground tabular-nums" aria-live="polite">
          {isChecking ? <Trans>Checking…</Trans> : <Times source={source} />}
        </p>
        <div className="flex gap-2">
          {!isFederal && (
            <Button aria-label={t`Delete ${{ source: name }}`} onClick={() => setDeleting(true)}>
              <Trans>Delete</Trans>
            </Button>
          )}
          {isWebhook && (
            <Button
              aria-label={t`New secret for ${{ source: name }}`}
              onClick={() => onNewSecret(source)}
            >
              <Trans>New secret</Trans>
            </Button>
          )}
          {isOn && !isWebhook && (
            <Button
              aria-label={t`Check now: ${{ source: name }}`}
              pending={check.isPending || isChecking}
              onClick={() => check.mutate(source)}
            >
              <Trans>Check now</Trans>
            </Button>
          )}
        </div>
      </div>
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t`Delete source`}
        description={t`Delete “${{ source: name }}” and its drafts? Recorded orders will be kept.`}
        confirmLabel={t`Delete`}
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate(source)}
      />
    </li>
  );
}

/**
 * Shows when a webhook last refused a delivery, and why. The operator may have to fix the sending
 * system.
 */
function LastRefusal({ source: { refusedAt, refusedFor } }: { source: OrderSource }): ReactNode {
  if (refusedAt === null || refusedFor === null) return null;
  return (
    <p className="text-xs text-muted-foreground tabular-nums">
      <Trans>
        Last delivery rejected: <Moment at={refusedAt} text={short(refusedAt)} />.
      </Trans>{' '}
      {REFUSALS[refusedFor]}
    </p>
  );
}

const REFUSALS: Record<DeliveryRefusal, string> = {
  signature: t`The signature doesn’t match. Check the other system’s secret.`,
  time: t`The signing time is off by more than 5 minutes. Check the other system’s clock.`,
  content: t`No readable document found. Check what the other system sends.`,
};

/** Shows when the source was last checked, and when it last had a new entry. */
function Times({
  source: { isOn, definition, checkedAt, newestAt },
}: {
  source: OrderSource;
}): ReactNode {
  const isWebhook = definition.kind === 'webhook';
  const checked =
    checkedAt === null ? (
      isWebhook ? (
        <Trans>Nothing delivered yet</Trans>
      ) : (
        <Trans>Not checked yet</Trans>
      )
    ) : isWebhook ? (
      <Trans>
        Last delivery <Moment at={checkedAt} text={short(checkedAt)} />
      </Trans>
    ) : (
      <Trans>
        Checked <Moment at={checkedAt} text={short(checkedAt)} />
      </Trans>
    );
  return (
    <>
      {!isOn && (
        <>
          <Trans>Off</Trans>
          {' · '}
        </>
      )}
      {checked}
      {newestAt !== null && (
        <>
          {' · '}
          <Trans>
            last new entry <Moment at={newestAt} text={short(newestAt)} />
          </Trans>
        </>
      )}
    </>
  );
}
