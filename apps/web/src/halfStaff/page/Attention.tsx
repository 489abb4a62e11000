import { type HalfStaffOverview, momentText, type PoleRef, UNREADY_LABELS } from '@halyard/domain';
import type { ReactNode } from 'react';
import { PoleLink } from '@/components/PoleLink.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { useReleaseHold } from '../polePanel/holdActions.ts';

/** The maximum number of rows shown per list. The rest are only counted. */
const SHOWN = 20;

/** Problems to check before or while poles move. Renders nothing if there are none. */
export function Attention({ alarms, held, notReady }: HalfStaffOverview) {
  const release = useReleaseHold();
  if (alarms.length + held.length + notReady.length === 0) return null;
  return (
    <div className="grid gap-5">
      <PoleList
        title="Did not follow"
        tone="bad"
        rows={alarms.map(({ pole, text, at, timeZone }) => ({
          pole,
          text,
          note: <Moment at={at} text={momentText(at, timeZone)} />,
        }))}
      />
      <PoleList
        title="Held by hand"
        rows={held.map(({ pole, hold, timeZone }) => ({
          pole,
          text: hold.reason,
          note: (
            <>
              {hold.by}, until{' '}
              {hold.expires.at !== undefined && (
                <Moment at={hold.expires.at} text={momentText(hold.expires.at, timeZone)} />
              )}
              {hold.expires.kind === 'source-ends' &&
                (hold.expires.at === undefined
                  ? 'the order or day ends'
                  : ' or until the order or day ends')}
            </>
          ),
          action: (
            <Button
              aria-label={`Release ${pole.name}`}
              pending={release.isPending && release.variables.id === pole.id}
              onClick={() => release.mutate(pole)}
            >
              Release
            </Button>
          ),
        }))}
      />
      <PoleList
        title="Not ready"
        rows={notReady.map(({ pole, why }) => ({
          pole,
          text: why.map((reason) => UNREADY_LABELS[reason]).join(', '),
        }))}
      />
    </div>
  );
}

interface PoleListProps {
  title: string;
  tone?: 'bad';
  rows: readonly { pole: PoleRef; text: string; note?: ReactNode; action?: ReactNode }[];
}

function PoleList({ title, tone, rows }: PoleListProps) {
  if (rows.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle className={tone === 'bad' ? 'text-bad' : undefined}>
          {title} <span className="font-normal tabular-nums">{rows.length}</span>
        </CardTitle>
      </CardHeader>
      <CardContent>
        <ul aria-label={title} className="grid divide-y divide-border">
          {rows.slice(0, SHOWN).map(({ pole, text, note, action }) => (
            <li
              key={pole.id}
              className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p>
                  <PoleLink pole={pole} />
                </p>
                <p className="text-xs break-words text-muted-foreground">
                  {pole.location}, {pole.company}
                </p>
                <p className="break-words">{text}</p>
                {note && <p className="text-xs text-muted-foreground tabular-nums">{note}</p>}
              </div>
              {action}
            </li>
          ))}
        </ul>
        {rows.length > SHOWN && (
          <p className="pt-2 text-xs text-muted-foreground tabular-nums">
            and {(rows.length - SHOWN).toLocaleString('en-US')} more
          </p>
        )}
      </CardContent>
    </Card>
  );
}
