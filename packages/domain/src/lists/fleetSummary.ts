import { type Counted, summarise } from '../alerts/summary.ts';
import type { FleetSummary, MasterCounts } from '../api/fleetSummary.ts';
import { SWITCH_FIELDS, type SwitchField } from '../flags/live/switches.ts';
import { isLocked } from '../flags/lock.ts';
import type { FlagView } from '../flags/view.ts';
import { countPlaces, type PlacedFlag } from './countPlaces.ts';
import { type FilteredFlag, type FilteredView, type FlagCriteria, NO_CRITERIA } from './filter.ts';
import { type FilterCounts, filterCounts } from './filterCounts.ts';

/** Maximum number of companies or locations that a summary of flags lists. */
export const SUMMARY_PLACES = 8;

/** The part of a flag's live state that is needed for a summary of flags. */
export interface SummarisedView extends FilteredView {
  /** The flag's switches that are on. */
  on: readonly SwitchField[];
}

/**
 * The data that a flag summary needs about each flag, except for the flag's company and location.
 */
export interface CountedFlag extends FilteredFlag, Counted {
  view: SummarisedView;
}

/**
 * The data that a flag summary needs about each flag, including the flag's company and location.
 */
export interface SummarisedFlag extends CountedFlag, PlacedFlag {
  openAlerts: FilteredFlag['openAlerts'];
}

export const switchesOn = ({ switches }: Pick<FlagView, 'switches'>): SwitchField[] =>
  switches.filter(({ state }) => state).map(({ field }) => field);

export const noMasterCounts = (): MasterCounts => ({
  online: 0,
  locked: 0,
  on: { flagUp: 0, flagDown: 0, flagHalf: 0, lamp: 0 },
});

/** Counts the flags that master controls move, and the locked flags that they skip. */
export function countControls(
  flags: Iterable<{ view: Pick<SummarisedView, 'isOnline' | 'lock' | 'on'> } & Counted>,
): MasterCounts {
  const counts = noMasterCounts();
  for (const { view, count = 1 } of flags) {
    if (!view.isOnline) continue;
    if (isLocked(view)) {
      counts.locked += count;
      continue;
    }
    counts.online += count;
    for (const field of SWITCH_FIELDS) if (view.on.includes(field)) counts.on[field] += count;
  }
  return counts;
}

/**
 * Counts the flags that match each filter, based on the data that summaries use. See
 * `filterCounts`.
 */
export const countFilters = (flags: Iterable<CountedFlag>, criteria: FlagCriteria): FilterCounts =>
  filterCounts(
    flags,
    criteria,
    ({ view }) => view,
    (flag) => flag,
    ({ count = 1 }) => count,
  );

/** Counts the given flags, without a breakdown by company or location. */
export function countFlags(
  flags: readonly CountedFlag[],
): Omit<FleetSummary, 'companies' | 'locations' | 'places'> {
  const { total, online, alerts, otherAlerts, notConfirmed } = summarise(flags);
  return {
    total,
    online,
    alerts,
    otherAlerts,
    notConfirmed,
    controls: countControls(flags),
    counts: Object.fromEntries(countFilters(flags, NO_CRITERIA)),
  };
}

/**
 * Computes the summary of the given flags.
 * @param byCompany whether to list companies in the summary; otherwise, it lists locations
 */
export function summariseFleet(flags: readonly SummarisedFlag[], byCompany: boolean): FleetSummary {
  const distinct = (id: (flag: SummarisedFlag) => string) => new Set(flags.map(id)).size;
  return {
    ...countFlags(flags),
    companies: distinct(({ companyId }) => companyId),
    locations: distinct(({ locationId }) => locationId),
    places: countPlaces(flags, byCompany, ({ view }) => view.isOnline).slice(0, SUMMARY_PLACES),
  };
}

/**
 * Reads a summary from the realtime database, which drops empty objects and lists. Null if there is
 * no summary.
 */
export function readFleetSummary(raw: unknown): FleetSummary | null {
  if (typeof raw !== 'object' || raw === null || !('total' in raw)) return null;
  const summary = raw as FleetSummary;
  return {
    ...summary,
    otherAlerts: summary.otherAlerts ?? {},
    counts: summary.counts ?? {},
    places: Object.values(summary.places ?? {}),
  };
}
