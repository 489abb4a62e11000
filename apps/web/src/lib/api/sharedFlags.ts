import type { Flag } from '@halyard/domain';

/**
 * Fields for which `===` is not used to check whether a flag is unchanged. Add a new field here if
 * poles change it or if its value is an object.
 */
const OTHERS = [
  // Changed by the pole and its commands. These are kept in the live state store, not in the list.
  'status',
  'isOnline',
  'voltage',
  'switches',
  'lastUpdated',
  'live',
  // These objects are compared field by field.
  'voltageLimits',
  'openAlerts',
] as const satisfies readonly (keyof Flag)[];
type SingleField = Exclude<keyof Flag, (typeof OTHERS)[number]>;
type Entry = Readonly<Record<SingleField, string | number | boolean | null>>;
const isSingle = (field: string): field is SingleField =>
  !(OTHERS as readonly string[]).includes(field);

/**
 * Returns the fetched list, but reuses the objects of unchanged flags, so that values computed from
 * them stay valid. Does not compare the poles' reports, because that would take too long.
 */
export function sharedFlags(before: readonly Flag[] | undefined, next: Flag[]): Flag[] {
  if (before === undefined) return next;
  const known = new Map(before.map((flag) => [flag.id, flag]));
  const shared = next.map((flag) => {
    const old = known.get(flag.id);
    return old !== undefined && isSameEntry(old, flag) ? old : flag;
  });
  const isSame =
    before.length === shared.length && shared.every((flag, index) => flag === before[index]);
  return isSame ? (before as Flag[]) : shared;
}

function isSameEntry(a: Flag & Entry, b: Flag & Entry): boolean {
  return (
    Object.keys(b).every((field) => !isSingle(field) || a[field] === b[field]) &&
    a.voltageLimits.below === b.voltageLimits.below &&
    a.voltageLimits.above === b.voltageLimits.above &&
    a.openAlerts.length === b.openAlerts.length &&
    a.openAlerts.every((condition, index) => condition === b.openAlerts[index]) &&
    // Settings of the flag that are stored with its live state.
    a.live.moveTimeout === b.live.moveTimeout &&
    a.live.serverSteps === b.live.serverSteps
  );
}
