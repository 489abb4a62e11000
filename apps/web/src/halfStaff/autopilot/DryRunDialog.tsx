import { type DryRun, dateText, numberText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { ScrollRegion } from '@/components/ui/ScrollRegion.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { problemText } from '@/lib/api/api.ts';
import { dryRunQuery } from '../data/halfStaffQueries.ts';
import { sourceText } from '../texts/sourceText.ts';
import { useSwitchEngine } from './autopilotActions.ts';

interface DryRunDialogProps {
  open: boolean;
  onClose: () => void;
}

/**
 * Shows what autopilot would do in the next 30 days. A master has to review this before turning
 * autopilot on.
 */
export default function DryRunDialog({ open, onClose }: DryRunDialogProps) {
  const query = useQuery({ ...dryRunQuery(), enabled: open });
  const turnOn = useSwitchEngine(onClose);
  const run = query.data;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`The next 30 days on autopilot`}
      description={t`What would move, and why, if you turned on autopilot now. Nothing has moved yet.`}
      className="max-w-2xl"
    >
      <DialogBody>
        {query.isPending && (
          <div role="status" aria-label={t`Loading next 30 days`} className="grid gap-3 py-2">
            <Skeleton className="h-4 w-72" />
            <Skeleton className="h-4 w-64" />
            <Skeleton className="h-4 w-80" />
          </div>
        )}
        {query.isError && (
          <ErrorState
            title={t`Couldn’t load the next 30 days`}
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {run && <Days run={run} />}
        <FormProblem text={problemText(turnOn.error)} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="primary"
          disabled={!run || query.isFetching}
          pending={turnOn.isPending}
          onClick={() =>
            run &&
            turnOn.mutate(
              { isOn: true, digest: run.digest },
              // The plan may have changed since it was shown, so load it again.
              { onError: () => void query.refetch() },
            )
          }
        >
          <Trans>Turn on autopilot</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Days({ run }: { run: DryRun }) {
  if (run.days.length === 0)
    return (
      <>
        <p className="text-muted-foreground">
          <Trans>Nothing would move in the next 30 days.</Trans>
        </p>
        <p className="text-xs text-muted-foreground tabular-nums">{scopeText(run)}</p>
      </>
    );
  return (
    <ScrollRegion label={t`Moves by day and cause`} className="overflow-x-auto">
      <table className="w-full text-left tabular-nums">
        <caption className="sr-only">
          <Trans>Moves by day and cause</Trans>
        </caption>
        <thead className="text-xs text-muted-foreground">
          <tr>
            <th className="py-1.5 pr-3 font-medium">
              <Trans>Date</Trans>
            </th>
            <th className="py-1.5 pr-3 font-medium">
              <Trans>Cause</Trans>
            </th>
            <th className="py-1.5 pr-3 text-right font-medium">
              <Trans>Poles</Trans>
            </th>
            <th className="py-1.5 text-right font-medium">
              <Trans>Moves</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border border-t border-border">
          {run.days.map((day) => (
            <tr key={`${day.date} ${day.source.key}`}>
              <td className="py-1.5 pr-3 align-top whitespace-nowrap max-sm:whitespace-normal">
                <time dateTime={day.date}>{dateText(day.date)}</time>
              </td>
              <td className="py-1.5 pr-3 break-words">{sourceText(day.source)}</td>
              <td className="py-1.5 pr-3 text-right align-top">
                {day.poles}
                {day.held > 0 && (
                  <span className="text-muted-foreground">
                    {' '}
                    <Trans>+ {{ held: day.held }} after a hold ends</Trans>
                  </span>
                )}
              </td>
              <td className="py-1.5 text-right align-top">{day.movements}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={4} className="pt-2 text-xs text-muted-foreground">
              {scopeText(run)}
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}

/**
 * Describes what autopilot would move: "8 of 24 poles would move, each at its local time. Not
 * counted: 2 offline, 1 locked."
 */
function scopeText({ inScope, poles, offline, locked }: DryRun): string {
  const left = [
    ...(offline > 0 ? [plural({ count: offline }, { one: '# offline', other: '# offline' })] : []),
    ...(locked > 0 ? [plural({ count: locked }, { one: '# locked', other: '# locked' })] : []),
  ];
  const counted = t`${{ poles: numberText(poles) }} of ${plural(inScope, {
    one: '# pole',
    other: '# poles',
  })} would move, each at its local time.`;
  return left.length === 0
    ? counted
    : `${counted} ${t`Not counted: ${{ poles: left.join(', ') }}.`}`;
}
