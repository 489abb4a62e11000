import type { FleetSummary } from '@halyard/domain';
import type { TreeClient } from './tree.ts';

/** The top-level key of the fleet summaries in the realtime database. */
export const SUMMARIES = 'summaries';

/** The fleet summaries in the realtime database, which browsers show. */
export interface SummaryNodes {
  /**
   * Returns how often this process writes the fleet summaries (the flag counts that browsers show),
   * as an interval in ms. Null if this process does not write them, or cannot write them now.
   */
  pace(): number | null;
  /** Returns the paths of all fleet summaries in the realtime database. */
  existing(): Promise<string[]>;
  /** Writes fleet summaries by path. Null deletes the summary at that path. */
  write(changes: Readonly<Record<string, FleetSummary | null>>): Promise<void>;
}

/**
 * Returns functions that read and write the fleet summaries in a realtime database.
 * @param pace returns how often to write the fleet summaries, as an interval in ms
 */
export const summaryNodes = (
  tree: Pick<TreeClient, 'get' | 'update'>,
  pace: SummaryNodes['pace'],
): SummaryNodes => ({
  pace,
  async existing() {
    const { all, ...groups } = ((await tree.get(SUMMARIES)) ?? {}) as Record<string, object>;
    const places = Object.entries(groups).flatMap(([group, places]) =>
      Object.keys(places).map((id) => `${SUMMARIES}/${group}/${id}`),
    );
    return all === undefined ? places : [`${SUMMARIES}/all`, ...places];
  },
  write: (changes) => tree.update(changes),
});
