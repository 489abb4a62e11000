import {
  type Flag,
  type MassMove,
  type MoveCreate,
  type MovedFlag,
  type MovePlan,
  type MovePlanCreate,
  meetsCriteria,
  PLAN_MS,
  readCriteria,
  SEARCHED,
  searchQuery,
  searchText,
  sortRows,
  UNDO_MS,
  viewFlag,
} from '@halyard/domain';
import { movePlan } from '../master/movePlan.ts';

let made = 0;

/** The IDs of the flags to move, by the ID of the plan for a mass move. */
const planned = new Map<string, string[]>();

/**
 * Creates the server's plan for a mass move: the flags that will move, and those left out.
 * @param flags all flags
 */
export function planAnswer(
  { control, flagIds, query = {} }: MovePlanCreate,
  flags: readonly Flag[],
): MovePlan {
  const criteria = readCriteria(query);
  const viewOf = (flag: Flag) => viewFlag(flag.live, Date.now());
  const matching = flags.filter(
    (flag) =>
      (flagIds?.includes(flag.id) ?? true) &&
      (query.company ?? flag.companyId) === flag.companyId &&
      (query.location ?? flag.locationId) === flag.locationId &&
      searchText([...SEARCHED.flag(flag), flag.status]).includes(searchQuery(query.q ?? '')) &&
      meetsCriteria(criteria, flag, viewOf(flag)),
  );
  const found = sortRows(matching, { key: 'name', direction: 'asc' }, ({ name }) => name);
  const { flags: moved, ...facts } = movePlan(found, (id) => {
    const flag = found.find((each) => each.id === id)!;
    return { record: flag.live, view: viewOf(flag) };
  });
  const id = `plan-${++made}`;
  planned.set(
    id,
    moved.map((flag) => flag.id),
  );
  const leftOut = found.filter((flag) => !moved.includes(flag)).map((flag) => flag.id);
  return { id, expiresAt: Date.now() + PLAN_MS, control, ...facts, flags: found, leftOut };
}

/**
 * Creates the server's response to a mass move.
 * @param refused problems by `Flag.id`; the other flags succeed
 */
export function moveAnswer(
  { control, plan = '', flagIds = planned.get(plan) ?? [] }: MoveCreate,
  refused: Readonly<Record<string, string>> = {},
): MassMove {
  const isPosition = control === 'up' || control === 'half' || control === 'down';
  const id = `move-${++made}`;
  const at = Date.now();
  return {
    id,
    control,
    at,
    undoUntil: at + UNDO_MS,
    progress: null,
    flags: flagIds.map((flagId): MovedFlag => {
      const problem = refused[flagId] ?? null;
      return {
        flagId,
        position: isPosition ? control : null,
        lamp: isPosition ? null : control !== 'lamps-off',
        commandId: problem === null ? `c-${flagId}` : null,
        problem,
        canRetry: problem !== null,
      };
    }),
  };
}
