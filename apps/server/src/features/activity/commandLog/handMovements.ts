import type { Happening } from './commandWatch.ts';

/**
 * How many manual moves of a pole get their own log entries. Later moves are combined into shared
 * entries. The count restarts after an hour without moves.
 */
export const SINGLE_MOVEMENTS = 20;
/**
 * Once a pole has had SINGLE_MOVEMENTS manual moves, all further moves within this period (in ms)
 * share one log entry.
 */
export const GATHERED_MS = 10 * 60_000;
/**
 * If a pole has not been moved by hand for this many ms, each of its next manual moves gets its own
 * log entry again.
 */
const FORGOTTEN_MS = 60 * 60_000;

interface Moving {
  entered: number;
  last: number;
  /**
   * A pole's manual moves since its latest log entry. The next entry shows only the last of these
   * moves.
   */
  gathered: { count: number; since: number; latest: Happening } | null;
}

/**
 * Limits the number of log entries about manual moves. A pole with a loose contact, or someone with
 * a stolen key, may report moves endlessly.
 */
export class HandMovements {
  readonly #poles = new Map<string, Moving>();

  /**
   * Records a manual move of a pole.
   * @returns the log entries to write now
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
   * Returns the log entries that are due. Each entry combines several manual moves of a pole.
   * @param now epoch milliseconds
   */
  tick(now: number): Happening[] {
    const entries: Happening[] = [];
    for (const [key, moving] of this.#poles) {
      const { gathered, last } = moving;
      // They are also due if the system clock was set back.
      if (gathered && (now - gathered.since >= GATHERED_MS || now < gathered.since)) {
        entries.push(entryOf(gathered));
        moving.gathered = null;
      } else if (!gathered && now - last >= FORGOTTEN_MS) this.#poles.delete(key);
    }
    return entries;
  }

  /**
   * Returns the log entries of all manual moves that are still being combined, and resets all
   * counts.
   */
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
