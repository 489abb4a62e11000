import { setTimeout as sleep } from 'node:timers/promises';

/** A function that waits for the given number of ms, so that other code can use the database. */
export type Pause = (milliseconds: number) => Promise<void>;

/** Waits in real time, but does not keep the process from exiting. */
export const pauseFor: Pause = (milliseconds) => sleep(milliseconds, undefined, { ref: false });

/** Does not pause. Used when nothing else needs the database. */
export const noPause: Pause = async () => undefined;

/** Splits items into groups of at most `size` items. */
export function* slicesOf<T>(items: readonly T[], size: number): Iterable<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** The maximum number of rows that one query reads. */
const READ_ROWS = 1000;

/**
 * Reads all rows of a database query page by page.
 * @param page returns at most `limit` rows after a given ID, sorted by ID
 */
export async function readAll<Row extends { id: string }>(
  page: (after: string, limit: number) => Promise<Row[]>,
  pause: Pause,
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after = ''; ; ) {
    const rows = await page(after, READ_ROWS);
    all.push(...rows);
    const last = rows.at(-1);
    if (!last || rows.length < READ_ROWS) return all;
    after = last.id;
    await pause(0);
  }
}
