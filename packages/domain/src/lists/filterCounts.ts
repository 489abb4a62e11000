import { FLAG_FILTERS, type FlagFilter } from '../flags/filterNames.ts';
import {
  type FilteredFlag,
  type FilteredView,
  type FlagCriteria,
  passesFilter,
  positionFilterOf,
  toggledFilter,
} from './filter.ts';

/**
 * The number of flags that the list would show with each filter: `show=alert`, `state=OH` and so
 * on. Filters that match no flags are left out.
 */
export type FilterCounts = ReadonlyMap<string, number>;

/**
 * For each filter, counts the flags that the list would show if a user turned that filter on. Other
 * active filters still apply, unless the new one turns them off.
 * @param viewOf returns the live state of an item's flags
 * @param factsOf returns the stored data about an item's flags
 * @param countOf returns how many flags an item represents
 */
export function filterCounts<Item>(
  flags: Iterable<Item>,
  { show, state, position, autopilot }: FlagCriteria,
  viewOf: (flag: Item) => FilteredView | undefined,
  factsOf: (flag: Item) => FilteredFlag,
  countOf: (flag: Item) => number = () => 1,
): FilterCounts {
  // Turning a filter on may turn others off.
  const choices = FLAG_FILTERS.map((filter) => ({
    key: `show=${filter}`,
    shown: show.includes(filter) ? show : toggledFilter(show, filter),
    count: 0,
  }));
  const positions = new Tally('position');
  const autopilots = new Tally('autopilot');
  const states = new Tally('state');
  for (const item of flags) {
    const view = viewOf(item);
    const flag = factsOf(item);
    const count = countOf(item);
    const own = positionFilterOf(view);
    const isState = state === null || flag.state === state;
    const isPosition = position === null || own === position;
    const isAutopilot = autopilot === null || flag.autopilot === autopilot;
    const passes = (filter: FlagFilter) => passesFilter(filter, flag, view);
    if (isState && isPosition && isAutopilot)
      for (const choice of choices) if (choice.shown.every(passes)) choice.count += count;
    if (!show.every(passes)) continue;
    if (isState && isAutopilot) positions.add(own, count);
    if (isState && isPosition) autopilots.add(flag.autopilot, count);
    if (isPosition && isAutopilot) states.add(flag.state, count);
  }
  const shown = choices.filter(({ count }) => count > 0);
  return new Map([
    ...shown.map(({ key, count }): [string, number] => [key, count]),
    ...positions.entries(),
    ...autopilots.entries(),
    ...states.entries(),
  ]);
}

/** The number of flags for each value of a filter. */
class Tally {
  readonly #filter: string;
  readonly #counts = new Map<string, number>();

  constructor(filter: string) {
    this.#filter = filter;
  }

  add(value: string, count: number): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  entries(): [key: string, count: number][] {
    return Array.from(this.#counts, ([value, count]) => [`${this.#filter}=${value}`, count]);
  }
}
