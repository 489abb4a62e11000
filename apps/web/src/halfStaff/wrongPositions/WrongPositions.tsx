import {
  clockText,
  momentText,
  WRONG_POSITION_LABELS,
  type WrongPositionKind,
  type WrongPositionRow,
} from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PoleLink } from '@/components/PoleLink.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { counted } from '@/lib/count.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useFixWrongPositions, wrongPositionsQuery } from './useWrongPositions.ts';

/** The maximum number of rows shown per list. The rest are only counted. */
const SHOWN = 20;
/** The maximum number of names in the confirmation of a correction. The rest are counted. */
const NAMED = 10;

const KINDS: readonly WrongPositionKind[] = ['full-staff', 'half-staff'];
const FIX: Record<WrongPositionKind, (flags: string) => string> = {
  'full-staff': (flags) => `Lower ${flags} to half-staff`,
  'half-staff': (flags) => `Raise ${flags}`,
};

/** The flags in the wrong position, one list for each kind. Renders nothing if all are right. */
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
  const [asking, setAsking] = useState(false);
  const fix = useFixWrongPositions(() => setAsking(false));
  const correctable = rows.filter(({ isCorrectable }) => isCorrectable);
  // Positions known for certain come first.
  const ordered = [...rows].sort((a, b) => Number(b.isOnline) - Number(a.isOnline));
  const label = FIX[kind](counted(correctable.length, 'flag'));
  return (
    <Card>
      <CardHeader className="flex flex-wrap items-start justify-between gap-3">
        <CardTitle className="text-bad">
          {WRONG_POSITION_LABELS[kind]}{' '}
          <span className="font-normal tabular-nums">{rows.length.toLocaleString('en-US')}</span>
        </CardTitle>
        {maySwitch && correctable.length > 0 && (
          <Button onClick={() => setAsking(true)}>{label}</Button>
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
            and {(rows.length - SHOWN).toLocaleString('en-US')} more
          </p>
        )}
      </CardContent>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`${label}?`}
        description={namesOf(correctable)}
        confirmLabel={kind === 'full-staff' ? 'Lower' : 'Raise'}
        pending={fix.isPending}
        onConfirm={() => fix.mutate({ kind, ids: correctable.map(({ pole }) => pole.id) })}
      />
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
              ? 'Offline. This is its last known position.'
              : `Offline since ${momentText(row.lastHeardAt, row.timeZone)}. This is its last known position.`}
          </p>
        )}
      </div>
      {mayExplain && request !== null && (
        <Button aria-label={`Why, and until when? ${pole.name}`} onClick={() => setAsking(true)}>
          Why, and until when?
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
  const marks = [isLocked && 'Locked', isHeld && 'Held'].filter(Boolean).join(', ');
  const verb = kind === 'half-staff' ? 'Lowered' : 'Raised';
  const what = request ? `${verb} by ${request.by} at ${time(request.at)}` : `Since ${time(since)}`;
  const effect = source && `${source.title} is in effect`;
  return [what, effect, marks].filter(Boolean).join(' · ');
}

function namesOf(rows: readonly WrongPositionRow[]): string {
  const names = rows.slice(0, NAMED).map(({ pole }) => `${pole.name} (${pole.location})`);
  const more = rows.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}.`;
}
