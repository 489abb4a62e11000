/** An event counts as an outage only if at least this many poles go offline together. */
export const OUTAGE_POLES = 3;
/**
 * Minimum fraction of the poles of a location, a company or the fleet that must go offline together
 * for an event to count as an outage.
 */
export const OUTAGE_SHARE = 1 / 5;
/**
 * Maximum time in ms between the moments when the first and the last pole of an outage went
 * offline.
 */
export const OUTAGE_WINDOW_MS = 10 * 60_000;

/**
 * An outage counts as larger than one location or company only if at least this many poles
 * elsewhere go offline at the same time.
 */
const SPREAD_POLES = 2;

/**
 * The kinds of outages, from narrowest to widest: the poles that went offline are all at one
 * location, all belong to one company, or are anywhere in the fleet. The narrowest kind that fits
 * is used.
 */
export const OUTAGE_KINDS = ['location', 'company', 'fleet'] as const;
export type OutageKind = (typeof OUTAGE_KINDS)[number];

export interface OfflinePole {
  companyId: string;
  locationId: string;
  /** The time when the pole last reported, in epoch milliseconds. */
  offlineSince: number;
}

/**
 * The poles of the fleet, of a company or of a location, with the counts needed to detect outages.
 */
export interface OutageGroup {
  /** ID of the company or location; null for the whole fleet. */
  id: string | null;
  /** Total number of poles in the location, company or fleet. */
  total: number;
  /**
   * Number of poles that have ever reported. A pole that has never reported is not installed and
   * cannot go offline.
   */
  known: number;
  /** The offline poles of the location, company or fleet. */
  offline: readonly OfflinePole[];
  /** The companies of the fleet, or the locations of a company, that have offline poles. */
  parts: readonly OutageGroup[];
}

/** Several poles of one location, one company or the whole fleet that went offline together. */
export interface Outage {
  shared: OutageKind;
  /** The company that the outage affects; null if it affects several companies. */
  companyId: string | null;
  /** The location that the outage affects; null if it affects several locations. */
  locationId: string | null;
  /** Number of poles that went offline together and are still offline. */
  offline: number;
  /**
   * Total number of poles in the affected location, company or fleet, including poles that are not
   * installed yet.
   */
  total: number;
  /** The last report time of the pole that went offline most recently, in epoch milliseconds. */
  at: number;
  /** IDs of the companies that own the poles, sorted. */
  companyIds: string[];
  /** Number of locations with poles in the outage. */
  locations: number;
}

/**
 * Finds the outages in a location, a company or the fleet. Each outage gets the narrowest kind that
 * includes all of its poles. A single pole elsewhere that goes offline at the same time is ignored.
 * @param within whether `group` is a location, a company or the fleet
 */
export function findOutages(group: OutageGroup, within: OutageKind): Outage[] {
  const narrower =
    within === 'location'
      ? []
      : group.parts.flatMap((part) => findOutages(part, NARROWER_KIND[within]));
  const burst = largestBurst(group.offline);
  if (!isOutage(burst.length, group.known)) return narrower;
  const [from, until] = [burst[0]!.offlineSince, burst.at(-1)!.offlineSince];
  const isOfBurst = ({ at }: Outage) => at >= from && at <= until;
  const own = narrower.filter(isOfBurst);
  const apart = narrower.filter((outage) => !isOfBurst(outage));
  const [only] = own;
  const isNarrow = only !== undefined && own.length === 1 && !isSpread(only, burst, group);
  return [...(isNarrow ? [only] : [outageOf(within, burst, group.total)]), ...apart];
}

const NARROWER_KIND = { fleet: 'company', company: 'location' } as const;

const isOutage = (offline: number, known: number): boolean =>
  offline >= OUTAGE_POLES && offline >= known * OUTAGE_SHARE;

/**
 * Whether enough poles outside the outage's location or company went offline at the same time to
 * rule out a coincidence.
 */
function isSpread(outage: Outage, burst: readonly OfflinePole[], group: OutageGroup): boolean {
  const { companyId, locationId } = outage;
  const others = burst.filter(
    (pole) =>
      pole.companyId !== companyId || (locationId !== null && pole.locationId !== locationId),
  ).length;
  const known = group.known - knownIn(outage, group);
  return others >= SPREAD_POLES && others >= known * OUTAGE_SHARE;
}

/** Returns how many poles of the outage's location or company have ever reported. */
function knownIn({ companyId, locationId }: Outage, group: OutageGroup): number {
  const id = locationId ?? companyId;
  for (const part of group.parts) {
    if (part.id === id) return part.known;
    const found = part.parts.find((each) => each.id === id);
    if (found) return found.known;
  }
  return 0;
}

/**
 * Finds the largest group of poles that went offline within `OUTAGE_WINDOW_MS` of each other, and
 * returns its poles in the order in which they went offline. If several groups are equally large,
 * returns the latest.
 */
function largestBurst(poles: readonly OfflinePole[]): OfflinePole[] {
  const offline = poles.toSorted((a, b) => a.offlineSince - b.offlineSince);
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
