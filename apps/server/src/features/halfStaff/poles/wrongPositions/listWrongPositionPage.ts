import {
  WRONG_POSITION_KINDS,
  WRONG_POSITION_SORT_KEYS,
  type WrongPositionCount,
  type WrongPositionKind,
  type WrongPositionListQuery,
  type WrongPositionPage,
  type WrongPositionSortKey,
} from '@halyard/domain';
import { type Context, requireScope } from '../../../calls/context.ts';
import { inOrder, type KeyOf } from '../../../fleet/directory/catalog.ts';
import { choosePage } from '../../../fleet/directory/choosePage.ts';
import type { FlagEntry } from '../../../fleet/directory/entries.ts';
import { type Lists, matching, orderOf } from '../../../fleet/directory/lists.ts';
import { findWrongPositions, type WrongPole } from './find.ts';
import type { WrongPositionIndex } from './wrongPositionIndex.ts';
import { isCorrectable, toRows } from './wrongPositions.ts';

/**
 * A flag in a list of wrong positions. The directory provides the names by which the list is
 * searched and sorted.
 */
interface WrongEntry {
  readonly id: string;
  readonly text: string;
  readonly flag: FlagEntry;
  readonly pole: WrongPole;
}

const COLUMNS: Record<WrongPositionSortKey, KeyOf<WrongEntry>> = {
  flag: ({ flag }) => flag.nameKey,
  company: ({ flag }) => flag.company.nameKey,
  location: ({ flag }) => flag.location.nameKey,
  since: ({ pole }) => pole.wrong.since,
};

/**
 * The default order: by kind, then online poles before offline ones, then by company, location and
 * name.
 */
const BY_DEFAULT: readonly KeyOf<WrongEntry>[] = [
  ({ pole }) => WRONG_POSITION_KINDS.indexOf(pole.wrong.kind),
  ({ pole }) => Number(!pole.isOnline),
  COLUMNS.company,
  COLUMNS.location,
  COLUMNS.flag,
];

/** Returns one page of the flags in the wrong position that the actor may see. */
export async function listWrongPositionPage(
  ctx: Context,
  { directory, walks }: Lists,
  index: WrongPositionIndex,
  query: WrongPositionListQuery,
): Promise<WrongPositionPage> {
  const scope = requireScope(ctx, 'flag.read');
  const { poles, facts } = await findWrongPositions(ctx, index, scope);
  // Read after the poles, so that it contains the flag of each of them.
  const { flags } = await directory.current();
  const placeOf = ({ flag }: WrongEntry) => ({
    companyId: flag.company.id,
    locationId: flag.location.id,
  });
  const isInPlace = matching<WrongEntry>({ ...query, q: undefined }, scope, placeOf);
  const entries = poles.flatMap((pole): WrongEntry[] => {
    const flag = flags.get(pole.flag.id);
    const entry = flag && { id: flag.id, text: flag.text, flag, pole };
    return entry && isInPlace(entry) ? [entry] : [];
  });
  const isFound = matching<WrongEntry>(query, scope, placeOf);
  const isMatch = (entry: WrongEntry) =>
    (query.kind === undefined || entry.pole.wrong.kind === query.kind) && isFound(entry);
  const {
    ids,
    found: _,
    ...page
  } = choosePage(
    query,
    {
      name: 'wrong-positions',
      sortKeys: WRONG_POSITION_SORT_KEYS,
      find: (sort) => inOrder(entries.filter(isMatch), orderOf(sort, COLUMNS, BY_DEFAULT)),
    },
    { userId: ctx.actor.id, walks, now: ctx.clock() },
  );
  const byId = new Map(entries.map((entry) => [entry.id, entry.pole]));
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  return {
    ...page,
    items: await toRows(ctx, shown, facts),
    now: ctx.domainClock.now(),
    kinds: countsOf(entries),
  };
}

function countsOf(entries: readonly WrongEntry[]): Record<WrongPositionKind, WrongPositionCount> {
  const none = () => ({ total: 0, offline: 0, correctable: 0 });
  const counts = { 'full-staff': none(), 'half-staff': none() };
  for (const { pole } of entries) {
    const count = counts[pole.wrong.kind];
    count.total++;
    if (!pole.isOnline) count.offline++;
    if (isCorrectable(pole)) count.correctable++;
  }
  return counts;
}
