import { randomBytes } from 'node:crypto';
import { WALK_KEPT_MS } from '@halyard/domain';

/**
 * The maximum number of sorted lists that are stored for one user. The oldest list is removed
 * first.
 */
const WALKS_PER_USER = 5;
/** The maximum number of IDs in all stored lists together, which limits them to 32 MB. */
const MOST_IDS = 4_000_000;

interface Walk {
  userId: string;
  /** The name of the list and its filters, as JSON. */
  query: string;
  ids: readonly string[];
  expiresAt: number;
}

/**
 * Stores the sorted lists that users read page by page, because live values would change the order
 * between two pages. A list is kept for one minute after a page was read.
 */
export class Walks {
  readonly #walks = new Map<string, Walk>();
  #ids = 0;

  /**
   * Stores a sorted list.
   * @returns the secret ID of the stored list
   */
  begin(walk: Omit<Walk, 'expiresAt'>, now: number): string {
    this.#sweep(now);
    const own = [...this.#walks].filter(([, { userId }]) => userId === walk.userId);
    for (const [id] of own.slice(0, Math.max(0, own.length - WALKS_PER_USER + 1))) this.#end(id);
    for (const id of this.#walks.keys()) {
      if (this.#ids + walk.ids.length <= MOST_IDS) break;
      this.#end(id);
    }
    const id = randomBytes(12).toString('base64url');
    this.#walks.set(id, { ...walk, expiresAt: now + WALK_KEPT_MS });
    this.#ids += walk.ids.length;
    return id;
  }

  /**
   * Returns the record IDs of a stored list, and keeps the list for another minute; null if the
   * list has expired or belongs to another user or query.
   */
  next(id: string, { userId, query }: Pick<Walk, 'userId' | 'query'>, now: number) {
    this.#sweep(now);
    const walk = this.#walks.get(id);
    if (!walk || walk.userId !== userId || walk.query !== query) return null;
    walk.expiresAt = now + WALK_KEPT_MS;
    return walk.ids;
  }

  #sweep(now: number): void {
    for (const [id, { expiresAt }] of this.#walks) if (expiresAt <= now) this.#end(id);
  }

  #end(id: string): void {
    this.#ids -= this.#walks.get(id)?.ids.length ?? 0;
    this.#walks.delete(id);
  }
}
