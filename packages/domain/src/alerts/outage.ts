/** Minimum number of poles that must go offline together to count as an outage. */
export const OUTAGE_POLES = 3;
/**
 * Minimum share of the poles of a location, a company or the fleet that must go offline together to
 * count as an outage.
 */
export const OUTAGE_SHARE = 1 / 5;
/** Maximum time in ms between the first and the last pole of an outage going offline. */
export const OUTAGE_WINDOW_MS = 10 * 60_000;

/**
 * An outage widens from a location to its company, or from a company to the fleet, only if at least
 * this many other poles went offline with it.
 */
const SPREAD_POLES = 2;

/**
 * What the poles of an outage have in common, from narrowest to widest. The narrowest that fits is
 * used.
 */
export const OUTAGE_KINDS = ['location', 'company', 'fleet'] as const;
export type OutageKind = (typeof OUTAGE_KINDS)[number];

/** The facts about a pole that are relevant to outages. */
export interface OutagePole {
  companyId: string;
  locationId: string;
  /** Whether the pole has ever reported. If not, it is not installed yet and cannot go offline. */
  isKnown: boolean;
  /** When the pole last reported, in epoch milliseconds, if it is offline; otherwise null. */
  offlineSince: number | null;
}

/** Several poles of one location, one company or the whole fleet that went offline together. */
export interface Outage {
  shared: OutageKind;
  /** The company that all the poles belong to; null if they belong to several. */
  companyId: string | null;
  /** The location that all the poles are at; null if they are at several. */
  locationId: string | null;
  /** Number of poles that went offline together and are still offline. */
  offline: number;
  /**
   * Total number of poles of the shared location, company or fleet, including poles that are not
   * installed.
   */
  total: number;
  /**
   * When the last of these poles stopped reporting: the time of its last report, in epoch
   * milliseconds.
   */
  at: number;
  /** IDs of the companies that own the poles, sorted. */
  companyIds: string[];
  /** Number of locations with poles in the outage. */
  locations: number;
}

type OfflinePole = OutagePole & { offlineSince: number };

/**
 * Finds the outages among poles. Each outage has the narrowest kind that its poles share. A single
 * pole elsewhere that goes offline at the same time does not widen an outage.
 * @param within the narrowest kind that all the given poles share
 */
export function findOutages(poles: readonly OutagePole[], within: OutageKind): Outage[] {
  const parts = within === 'location' ? [] : partsOf(poles, within);
  const narrower = parts.flatMap(([kind, part]) => findOutages(part, kind));
  const burst = largestBurst(poles);
  if (!isOutage(burst.length, knownAmong(poles))) return narrower;
  const [from, until] = [burst[0]!.offlineSince, burst.at(-1)!.offlineSince];
  const isOfBurst = ({ at }: Outage) => at >= from && at <= until;
  const own = narrower.filter(isOfBurst);
  const apart = narrower.filter((outage) => !isOfBurst(outage));
  const [only] = own;
  const isNarrow = only !== undefined && own.length === 1 && !isSpread(only, burst, poles);
  return [...(isNarrow ? [only] : [outageOf(within, burst, poles.length)]), ...apart];
}

const isOutage = (offline: number, known: number): boolean =>
  offline >= OUTAGE_POLES && offline >= known * OUTAGE_SHARE;

const knownAmong = (poles: readonly OutagePole[]): number =>
  poles.filter(({ isKnown }) => isKnown).length;

/**
 * Whether enough poles outside an outage went offline at the same time to rule out a coincidence.
 */
function isSpread(
  { companyId, locationId }: Outage,
  burst: readonly OutagePole[],
  poles: readonly OutagePole[],
): boolean {
  const isElsewhere = (pole: OutagePole) =>
    pole.companyId !== companyId || (locationId !== null && pole.locationId !== locationId);
  const others = burst.filter(isElsewhere).length;
  return others >= SPREAD_POLES && others >= knownAmong(poles.filter(isElsewhere)) * OUTAGE_SHARE;
}

/** Splits a fleet's poles by company, or a company's poles by location. */
function partsOf(
  poles: readonly OutagePole[],
  within: Exclude<OutageKind, 'location'>,
): [OutageKind, OutagePole[]][] {
  const kind = within === 'fleet' ? 'company' : 'location';
  const parts = new Map<string, OutagePole[]>();
  for (const pole of poles) {
    const id = kind === 'company' ? pole.companyId : pole.locationId;
    const part = parts.get(id);
    if (part) part.push(pole);
    else parts.set(id, [pole]);
  }
  return Array.from(parts.values(), (part) => [kind, part]);
}

/**
 * Finds the largest group of poles that went offline within the window, sorted by time, earliest
 * first. If several groups are equally large, returns the latest.
 */
function largestBurst(poles: readonly OutagePole[]): OfflinePole[] {
  const offline = poles
    .filter((pole): pole is OfflinePole => pole.offlineSince !== null)
    .sort((a, b) => a.offlineSince - b.offlineSince);
  let best: [from: number, until: number] = [0, 0];
  let from = 0;
  for (const [index, { offlineSince }] of offline.entries()) {
    while (offlineSince - offline[from]!.offlineSince > OUTAGE_WINDOW_MS) from++;
    if (index + 1 - from >= best[1] - best[0]) best = [from, index + 1];
  }
  return offline.slice(...best);
}

function outageOf(shared: OutageKind, burst: readonly OfflinePole[], total: number): Outage {
  const { companyId, locationId } = burst[0]!;
  return {
    shared,
    companyId: shared === 'fleet' ? null : companyId,
    locationId: shared === 'location' ? locationId : null,
    offline: burst.length,
    total,
    at: burst.at(-1)!.offlineSince,
    companyIds: [...new Set(burst.map((pole) => pole.companyId))].sort(),
    locations: new Set(burst.map((pole) => pole.locationId)).size,
  };
}
