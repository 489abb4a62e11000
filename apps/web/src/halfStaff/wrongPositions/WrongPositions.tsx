import {
  clockText,
  dayName,
  momentText,
  numberText,
  WRONG_POSITION_KINDS,
  WRONG_POSITION_LABELS,
  type WrongPositionKind,
  type WrongPositionPage,
  type WrongPositionRow,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PoleLink } from '@/components/PoleLink.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { NoResults } from '@/components/ui/EmptyState.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Pagination } from '@/components/ui/Pagination.tsx';
import { MoveQuestion } from '@/flags/master/MoveQuestion.tsx';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useFixWrongPositions, useWrongPage } from './useWrongPositions.ts';
import { wrongPositionsQuery } from './wrongPositionsQuery.ts';

const FIX: Record<WrongPositionKind, (count: number) => string> = {
  'full-staff': (count) =>
    plural(count, { one: 'Lower # flag to half-staff', other: 'Lower # flags to half-staff' }),
  'half-staff': (count) => plural(count, { one: 'Raise # flag', other: 'Raise # flags' }),
};

/**
 * Lists the flags in the wrong position: first the flags wrongly at half-staff, then the flags
 * wrongly at full staff. Renders nothing if there are none.
 */
export function WrongPositions({ maySwitch }: { maySwitch: boolean }) {
  const { data } = useQuery(wrongPositionsQuery());
  if (!data || (data.total === 0 && data.unchecked === 0)) return null;
  return (
    <div className="grid gap-5">
      {data.unchecked > 0 && (
        <p role="status" className="text-muted-foreground tabular-nums">
          <Plural
            value={{ count: data.unchecked }}
            one="Checking the position of # more flag…"
            other="Checking the positions of # more flags…"
          />
        </p>
      )}
      {WRONG_POSITION_KINDS.map(
        (kind) =>
          data.kinds[kind].total > 0 && (
            <WrongList key={kind} kind={kind} first={data} maySwitch={maySwitch} />
          ),
      )}
    </div>
  );
}

interface WrongListProps {
  kind: WrongPositionKind;
  /**
   * Shows the first flags in the wrong position, and how many flags are wrongly at half-staff and
   * wrongly at full staff.
   */
  first: WrongPositionPage;
  maySwitch: boolean;
}

function WrongList({ kind, first, maySwitch }: WrongListProps) {
  const fix = useFixWrongPositions(useCurrentUser(), kind);
  const { list, rows, total, isLong } = useWrongPage(kind, first);
  const counts = first.kinds[kind];
  const label = WRONG_POSITION_LABELS[kind];
  return (
    <Card>
      <CardHeader className="flex flex-wrap items-start justify-between gap-3">
        <CardTitle className="text-bad">
          {label} <span className="font-normal tabular-nums">{numberText(counts.total)}</span>
        </CardTitle>
        {maySwitch && counts.correctable > 0 && (
          <Button onClick={() => void fix.ask()}>{FIX[kind](counts.correctable)}</Button>
        )}
      </CardHeader>
      <CardContent className="grid gap-4">
        {isLong && (
          <Input
            type="search"
            className="max-w-sm"
            value={list.search}
            onChange={({ target }) => list.setSearch(target.value)}
            aria-label={t`Search ${label}`}
            placeholder={t`Search flags...`}
          />
        )}
        {total === 0 ? (
          <NoResults query={list.search} onClear={() => list.setSearch('')} />
        ) : (
          <ul aria-label={label} className="grid divide-y divide-border">
            {rows.map((row) => (
              <WrongRow key={row.pole.id} row={row} now={first.now} maySwitch={maySwitch} />
            ))}
          </ul>
        )}
        {isLong && (
          <Pagination
            label={label}
            page={list.page}
            pageSize={list.pageSize}
            total={total}
            onPageChange={list.setPage}
            onPageSizeChange={list.setPageSize}
          />
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
          aria-label={t`Enter a reason and end time for ${{ pole: pole.name }}`}
          onClick={() => setAsking(true)}
        >
          <Trans>Enter a reason and end time</Trans>
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
