import { setTimeout as sleep } from 'node:timers/promises';

/** Lets the rest of the process go on for so many milliseconds. */
export type Pause = (milliseconds: number) => Promise<void>;

/** Really waits; ends with the process, not later. */
export const pauseFor: Pause = (milliseconds) => sleep(milliseconds, undefined, { ref: false });

/** For whoever is alone. */
export const noPause: Pause = async () => undefined;

/** In pieces of at most `size`. */
export function* slicesOf<T>(items: readonly T[], size: number): Iterable<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Rows read at once. */
const READ_ROWS = 1000;

/**
 * All rows of a query, a few at a time.
 * @param page the rows after an id, by id, at most `limit` of them
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
