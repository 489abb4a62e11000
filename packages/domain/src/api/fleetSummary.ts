import { z } from 'zod';
import { ALERT_CONDITIONS } from '../alerts/conditionNames.ts';

const count = z.number().int();

/** How many flags master controls would move, and how many they would skip. */
export const masterCounts = z.object({
  /** Number of online flags that are not locked. */
  online: count,
  /** Number of online flags that are locked. */
  locked: count,
  /** For each switch, the number of online, unlocked flags that have the switch on. */
  on: z.object({ flagUp: count, flagDown: count, flagHalf: count, lamp: count }),
});
export type MasterCounts = z.infer<typeof masterCounts>;

/**
 * Pole counts for one company or location: all poles, offline poles, and poles with an alert other
 * than an offline alert.
 */
const placeCount = z.object({
  id: z.string(),
  name: z.string(),
  poles: count,
  offline: count,
  /** Number of poles with an open alert other than an offline alert. */
  alerts: count,
});
export type PlaceCount = z.infer<typeof placeCount>;

/** The counts of all flags in one scope: all companies, one company or one location. */
export const fleetSummary = z.object({
  total: count,
  online: count,
  /** Number of online flags with an open voltage alert. */
  alerts: count,
  /**
   * Number of open alerts by condition. Voltage alerts are not included. Conditions without alerts
   * are left out.
   */
  otherAlerts: z.partialRecord(z.enum(ALERT_CONDITIONS), count),
  /** Number of flags whose pole did not confirm its last command within the time limit. */
  notConfirmed: count,
  controls: masterCounts,
  /** For each filter, such as `show=offline` or `state=OH`, the number of flags that match it. */
  counts: z.record(z.string(), count),
  /** The number of companies and the number of locations that have flags. */
  companies: count,
  locations: count,
  /**
   * The companies (or the locations of one company) where the largest share of poles has problems.
   */
  places: z.array(placeCount),
});
export type FleetSummary = z.infer<typeof fleetSummary>;

/** The companies and locations that have flags, sorted by name. */
export const flagPlaces = z.object({
  /** The number of flags of each company. Empty unless the caller sees all companies. */
  companies: z.array(z.object({ id: z.string(), name: z.string(), flags: count })),
  locations: z.array(
    z.object({ id: z.string(), name: z.string(), company: z.string(), flags: count }),
  ),
});
export type FlagPlaces = z.infer<typeof flagPlaces>;
