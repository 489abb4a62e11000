import type { Happening } from './commandWatch.ts';

/** Movements of one pole, within an hour of one another, that are entered one by one. */
export const SINGLE_MOVEMENTS = 20;
/** Milliseconds for which further movements are gathered into one entry. */
export const GATHERED_MS = 10 * 60_000;
/** Milliseconds without a movement after which a pole's movements are entered one by one again. */
const FORGOTTEN_MS = 60 * 60_000;

interface Moving {
  entered: number;
  last: number;
  /** Gathered movements since the latest entry; the latest stands for them all. */
  gathered: { count: number; since: number; latest: Happening } | null;
}

/**
 * Bounds the entries of poles that are moved by hand. A pole with a loose contact, or one whose key is in
 * the wrong hands, reports a movement with every report.
 */
export class HandMovements {
  readonly #poles = new Map<string, Moving>();

  /** @returns what to enter now */
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

  /** @param now epoch milliseconds @returns the entries of movements that were gathered for long enough */
  tick(now: number): Happening[] {
    const entries: Happening[] = [];
    for (const [key, moving] of this.#poles) {
      const { gathered, last } = moving;
      // After the clock was set back, too.
      if (gathered && (now - gathered.since >= GATHERED_MS || now < gathered.since)) {
        entries.push(entryOf(gathered));
        moving.gathered = null;
      } else if (!gathered && now - last >= FORGOTTEN_MS) this.#poles.delete(key);
    }
    return entries;
  }

  /** The entries of all that is gathered: nothing more comes. */
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
