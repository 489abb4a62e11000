import {
  type HalfStaffOverview,
  momentText,
  numberText,
  type PoleRef,
  UNREADY_LABELS,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PoleLink } from '@/components/PoleLink.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { useReleaseHold } from '../polePanel/holdActions.ts';

/**
 * Lists problems that need attention: poles that did not move, are held or are not ready. Renders
 * nothing if there are none.
 */
export function Attention({ alarms, held, notReady }: HalfStaffOverview) {
  const release = useReleaseHold();
  if (alarms.total + held.total + notReady.total === 0) return null;
  return (
    <div className="grid gap-5">
      <PoleList
        title={t`Failed to move`}
        tone="bad"
        total={alarms.total}
        rows={alarms.first.map(({ pole, text, at, timeZone }) => ({
          pole,
          text,
          note: <Moment at={at} text={momentText(at, timeZone)} />,
        }))}
      />
      <PoleList
        title={t`Manual hold`}
        total={held.total}
        rows={held.first.map(({ pole, hold, timeZone }) => ({
          pole,
          text: hold.reason,
          note: <HoldNote hold={hold} timeZone={timeZone} />,
          action: (
            <Button
              aria-label={t`Release the hold on ${{ pole: pole.name }}`}
              pending={release.isPending && release.variables.id === pole.id}
              onClick={() => release.mutate(pole)}
            >
              <Trans>Release</Trans>
            </Button>
          ),
        }))}
      />
      <PoleList
        title={t`Not ready`}
        total={notReady.total}
        rows={notReady.first.map(({ pole, why }) => ({
          pole,
          text: why.map((reason) => UNREADY_LABELS[reason]).join(', '),
        }))}
      />
    </div>
  );
}

/** Shows who holds a pole, and when the hold ends. */
function HoldNote({
  hold: { by, expires },
  timeZone,
}: Pick<HalfStaffOverview['held']['first'][number], 'hold' | 'timeZone'>) {
  if (expires.at === undefined) return <Trans>{by}, until the order or half-staff day ends</Trans>;
  const moment = <Moment at={expires.at} text={momentText(expires.at, timeZone)} />;
  return expires.kind === 'source-ends' ? (
    <Trans>
      {by}, until {moment} or until the order or half-staff day ends
    </Trans>
  ) : (
    <Trans>
      {by}, until {moment}
    </Trans>
  );
}

interface PoleListProps {
  title: string;
  tone?: 'bad';
  /** The total number of poles, even if `rows` contains only the first few. */
  total: number;
  rows: readonly { pole: PoleRef; text: string; note?: ReactNode; action?: ReactNode }[];
}

function PoleList({ title, tone, total, rows }: PoleListProps) {
  if (total === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle className={tone === 'bad' ? 'text-bad' : undefined}>
          {title} <span className="font-normal tabular-nums">{numberText(total)}</span>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <ul aria-label={title} className="grid divide-y divide-border">
          {rows.map(({ pole, text, note, action }) => (
            <li
              key={pole.id}
              className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0"
            >
              <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-6 md:grid-cols-2">
                <div className="min-w-0">
                  <p>
                    <PoleLink pole={pole} />
                  </p>
                  <p className="text-xs break-words text-muted-foreground">
                    {pole.location}, {pole.company}
                  </p>
                </div>
                <div className="min-w-0">
                  <p className="break-words">{text}</p>
                  {note && <p className="text-xs text-muted-foreground tabular-nums">{note}</p>}
                </div>
              </div>
              {action}
            </li>
          ))}
        </ul>
        {total > rows.length && (
          <p className="pt-2 text-xs text-muted-foreground tabular-nums">
            <Trans>and {{ count: numberText(total - rows.length) }} more</Trans>
          </p>
        )}
      </CardContent>
    </Card>
  );
}
