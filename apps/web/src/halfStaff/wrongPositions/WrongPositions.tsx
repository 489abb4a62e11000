import {
  clockText,
  dayName,
  momentText,
  numberText,
  WRONG_POSITION_LABELS,
  type WrongPositionKind,
  type WrongPositionRow,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PoleLink } from '@/components/PoleLink.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { MoveQuestion } from '@/flags/master/MoveQuestion.tsx';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useFixWrongPositions, wrongPositionsQuery } from './useWrongPositions.ts';

/** Maximum number of rows shown per list. The rest are only counted. */
const SHOWN = 20;

const KINDS: readonly WrongPositionKind[] = ['full-staff', 'half-staff'];
const FIX: Record<WrongPositionKind, (count: number) => string> = {
  'full-staff': (count) =>
    plural(count, { one: 'Lower # flag to half-staff', other: 'Lower # flags to half-staff' }),
  'half-staff': (count) => plural(count, { one: 'Raise # flag', other: 'Raise # flags' }),
};

/**
 * Lists the flags in the wrong position, with one list for each kind. Renders nothing if there are
 * none.
 */
export function WrongPositions({ maySwitch }: { maySwitch: boolean }) {
  const { data } = useQuery(wrongPositionsQuery());
  if (!data || data.poles.length === 0) return null;
  return (
    <div className="grid gap-5">
      {KINDS.map((kind) => {
        const rows = data.poles.filter((row) => row.kind === kind);
        return (
          rows.length > 0 && (
            <WrongList key={kind} kind={kind} rows={rows} now={data.now} maySwitch={maySwitch} />
          )
        );
      })}
    </div>
  );
}

interface WrongListProps {
  kind: WrongPositionKind;
  rows: readonly WrongPositionRow[];
  /** Epoch milliseconds by the server's half-staff clock. */
  now: number;
  maySwitch: boolean;
}

function WrongList({ kind, rows, now, maySwitch }: WrongListProps) {
  const fix = useFixWrongPositions(useCurrentUser(), kind);
  const correctable = rows.filter(({ isCorrectable }) => isCorrectable);
  // Positions that are known for certain come first.
  const ordered = [...rows].sort((a, b) => Number(b.isOnline) - Number(a.isOnline));
  return (
    <Card>
      <CardHeader className="flex flex-wrap items-start justify-between gap-3">
        <CardTitle className="text-bad">
          {WRONG_POSITION_LABELS[kind]}{' '}
          <span className="font-normal tabular-nums">{numberText(rows.length)}</span>
        </CardTitle>
        {maySwitch && correctable.length > 0 && (
          <Button onClick={() => void fix.ask(correctable.map(({ pole }) => pole.id))}>
            {FIX[kind](correctable.length)}
          </Button>
        )}
      </CardHeader>
      <CardContent>
        <ul aria-label={WRONG_POSITION_LABELS[kind]} className="grid divide-y divide-border">
          {ordered.slice(0, SHOWN).map((row) => (
            <WrongRow key={row.pole.id} row={row} now={now} maySwitch={maySwitch} />
          ))}
        </ul>
        {rows.length > SHOWN && (
          <p className="pt-2 text-xs text-muted-foreground tabular-nums">
            <Trans>and {{ count: numberText(rows.length - SHOWN) }} more</Trans>
          </p>
        )}
      </CardContent>
      <MoveQuestion asked={fix.asked} onAnswer={() => void fix.answer()} onCancel={fix.cancel} />
    </Card>
  );
}

function WrongRow({
  row,
  now,
  maySwitch,
}: {
  row: WrongPositionRow;
  now: number;
  maySwitch: boolean;
}) {
  const [asking, setAsking] = useState(false);
  const { pole, kind, request } = row;
  const mayExplain = maySwitch && kind === 'half-staff' && !row.isLocked && row.isOnline;
  return (
    <li className="flex items-center justify-between gap-3 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p>
          <PoleLink pole={pole} />
        </p>
        <p className="text-xs break-words text-muted-foreground">
          {pole.location}, {pole.company}
        </p>
        <p className="break-words">{whyText(row, now)}</p>
        {!row.isOnline && (
          <p className="text-xs text-muted-foreground">
            {row.lastHeardAt === null
              ? t`Offline. Showing the last known position.`
              : t`Offline since ${{ time: momentText(row.lastHeardAt, row.timeZone) }}. Showing the last known position.`}
          </p>
        )}
      </div>
      {mayExplain && request !== null && (
        <Button
          aria-label={t`Give reason and end time for ${{ pole: pole.name }}`}
          onClick={() => setAsking(true)}
        >
          <Trans>Give reason and end time</Trans>
        </Button>
      )}
      {asking && <ReasonDialog flag={pole} onClose={() => setAsking(false)} />}
    </li>
  );
}

function whyText(
  { kind, request, since, source, timeZone, isHeld, isLocked }: WrongPositionRow,
  now: number,
) {
  const time = (at: number) => clockText(at, now, timeZone);
  const marks = [isLocked && t`Locked`, isHeld && t`Held`].filter(Boolean).join(', ');
  const effect = source && t`${{ title: dayName(source.title) }} is in effect`;
  let what = t`Since ${{ time: time(since) }}`;
  if (request) {
    what =
      kind === 'half-staff'
        ? t`Lowered by ${{ by: request.by }} at ${{ time: time(request.at) }}`
        : t`Raised by ${{ by: request.by }} at ${{ time: time(request.at) }}`;
  }
  return [what, effect, marks].filter(Boolean).join(' · ');
}
