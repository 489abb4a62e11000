import {
  WRONG_POSITION_KINDS,
  WRONG_POSITION_SORT_KEYS,
  type WrongPositionCount,
  type WrongPositionKind,
  type WrongPositionListQuery,
  type WrongPositionPage,
  type WrongPositionSortKey,
} from '@halyard/domain';
import { flatMapInTurns } from '../../../../platform/limits/pauses.ts';
import { type Context, requireScope } from '../../../calls/context.ts';
import { inOrder, type KeyOf, matchesIn } from '../../../fleet/directory/catalog.ts';
import type { FlagEntry } from '../../../fleet/directory/entries.ts';
import {
  amongEntries,
  answerPage,
  type Lists,
  matching,
  orderOf,
} from '../../../fleet/directory/lists.ts';
import { findWrongPositions, type WrongFlag, withPoles } from './find.ts';
import type { WrongPositionIndex } from './wrongPositionIndex.ts';
import { toRows } from './wrongPositions.ts';

/**
 * How long, in ms, a request waits for poles to be checked. If that takes longer, as for a large
 * fleet after a server start, the response says how many poles are still unchecked.
 */
const PATIENCE_MS = 1000;

/** A flag in a list of wrong positions, and the names that the list is searched and sorted by. */
interface WrongEntry {
  readonly id: string;
  readonly text: string;
  readonly flag: FlagEntry;
  readonly wrong: WrongFlag;
}

const COLUMNS: Record<WrongPositionSortKey, KeyOf<WrongEntry>> = {
  flag: ({ flag }) => flag.nameKey,
  company: ({ flag }) => flag.company.nameKey,
  location: ({ flag }) => flag.location.nameKey,
  since: ({ wrong }) => wrong.wrong.since,
};

/**
 * The default sort keys of flags in the wrong position: kind, online before offline, company,
 * location and name.
 */
const BY_DEFAULT: readonly KeyOf<WrongEntry>[] = [
  ({ wrong }) => WRONG_POSITION_KINDS.indexOf(wrong.wrong.kind),
  ({ wrong }) => Number(!wrong.isOnline),
  COLUMNS.company,
  COLUMNS.location,
  COLUMNS.flag,
];

/** Returns one page of the flags that are in the wrong position and that the actor may see. */
export async function listWrongPositionPage(
  ctx: Context,
  { directory, walks }: Lists,
  index: WrongPositionIndex,
  query: WrongPositionListQuery,
): Promise<WrongPositionPage> {
  const scope = requireScope(ctx, 'flag.read');
  const found = await findWrongPositions(ctx, index, scope, PATIENCE_MS);
  // Read after the poles, so that it contains the flag of each of them.
  const { flags } = await directory.current();
  const placeOf = ({ flag }: WrongEntry) => ({
    companyId: flag.company.id,
    locationId: flag.location.id,
  });
  const isInPlace = matching<WrongEntry>({ ...query, q: undefined }, scope, placeOf);
  const entries = await flatMapInTurns(found.flags, (wrong): WrongEntry[] => {
    const flag = flags.get(wrong.id);
    const entry = flag && { id: flag.id, text: flag.text, flag, wrong };
    return entry && isInPlace(entry) ? [entry] : [];
  });
  const isFound = matching<WrongEntry>(query, scope, placeOf);
  const isMatch = (entry: WrongEntry) =>
    (query.kind === undefined || entry.wrong.wrong.kind === query.kind) && isFound(entry);
  const { page } = await answerPage(
    ctx,
    walks,
    query,
    {
      name: 'wrong-positions',
      sortKeys: WRONG_POSITION_SORT_KEYS,
      find: async (sort) =>
        inOrder(await matchesIn(entries, isMatch), orderOf(sort, COLUMNS, BY_DEFAULT)),
    },
    amongEntries(entries),
  );
  const shown = withPoles(
    ctx,
    index,
    page.items.map(({ wrong }) => wrong),
  );
  return {
    ...page,
    items: await toRows(ctx, shown, found.facts),
    now: ctx.domainClock.now(),
    kinds: countsOf(entries),
    unchecked: found.unchecked,
  };
}

function countsOf(entries: readonly WrongEntry[]): Record<WrongPositionKind, WrongPositionCount> {
  const none = () => ({ total: 0, offline: 0, correctable: 0 });
  const counts = { 'full-staff': none(), 'half-staff': none() };
  for (const { wrong } of entries) {
    const count = counts[wrong.wrong.kind];
    count.total++;
    if (!wrong.isOnline) count.offline++;
    if (wrong.isCorrectable) count.correctable++;
  }
  return counts;
}
