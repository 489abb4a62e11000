import type { Happening } from './commandWatch.ts';

/**
 * Number of one pole's movements that get individual log entries, until the pole has not moved for
 * an hour.
 */
export const SINGLE_MOVEMENTS = 20;
/** Time in ms over which further movements are combined into one entry. */
export const GATHERED_MS = 10 * 60_000;
/** Time in ms without a movement after which a pole's movements get individual entries again. */
const FORGOTTEN_MS = 60 * 60_000;

interface Moving {
  entered: number;
  last: number;
  /** Movements since the latest entry. The next entry shows the latest of them for all. */
  gathered: { count: number; since: number; latest: Happening } | null;
}

/**
 * Limits the log entries of poles that are moved by hand. A pole with a loose contact or a stolen
 * key may claim to have moved in every report.
 */
export class HandMovements {
  readonly #poles = new Map<string, Moving>();

  /**
   * Records a movement.
   * @returns the entries to write now
   */
  note(movement: Happening): Happening[] {
    const { ownerId, flagId } = movement.address!;
    const key = `${ownerId}/${flagId}`;
    const moving = this.#poles.get(key) ?? { entered: 0, last: movement.at, gathered: null };
    this.#poles.set(key, moving);
    moving.last = movement.at;
    if (moving.entered < SINGLE_MOVEMENTS) {
      moving.entered++;
      return [movement];
    }
    const { count = 0, since = movement.at } = moving.gathered ?? {};
    moving.gathered = { count: count + 1, since, latest: movement };
    return [];
  }

  /**
   * Checks which combined movements are due.
   * @param now epoch milliseconds
   * @returns the entries of movements that have been combined for long enough
   */
  tick(now: number): Happening[] {
    const entries: Happening[] = [];
    for (const [key, moving] of this.#poles) {
      const { gathered, last } = moving;
      // They are also due if the clock was set back.
      if (gathered && (now - gathered.since >= GATHERED_MS || now < gathered.since)) {
        entries.push(entryOf(gathered));
        moving.gathered = null;
      } else if (!gathered && now - last >= FORGOTTEN_MS) this.#poles.delete(key);
    }
    return entries;
  }

  /** Returns the entries of all movements that are still waiting, and forgets all poles. */
  end(): Happening[] {
    const entries = [...this.#poles.values()].flatMap(({ gathered }) =>
      gathered ? entryOf(gathered) : [],
    );
    this.#poles.clear();
    return entries;
  }
}

function entryOf({ count, since, latest }: NonNullable<Moving['gathered']>): Happening {
  if (count === 1) return latest;
  const minutes = Math.max(1, Math.round((latest.at - since) / 60_000));
  const about = `the last of ${count} movements within ${minutes} min`;
  return { ...latest, detail: { ...latest.detail, about } };
}
