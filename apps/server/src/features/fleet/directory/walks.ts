import { randomBytes } from 'node:crypto';
import { WALK_KEPT_MS } from '@halyard/domain';
import { hashSecret, newId } from '../../../platform/database/text.ts';
import { type Bus, localBus, type Messages } from '../../../platform/jobs/bus.ts';

/** The maximum number of sorted lists stored per user. The oldest list is removed first. */
const WALKS_PER_USER = 5;
/** The maximum total number of IDs in all stored lists. It limits their size to 32 MB. */
const MOST_IDS = 4_000_000;
/** The maximum total length of the IDs in a message to another process, in UTF-16 code units. */
const MESSAGE_LENGTH = 5000;
/** How long another process may take to send the requested part of a list, in ms. */
const ANSWER_MS = 2000;

/** The user who reads a list, and the list's name and filters as JSON. */
interface Reader {
  userId: string;
  query: string;
}

interface Walk extends Reader {
  ids: readonly string[];
  expiresAt: number;
}

/** The record IDs of one page, and the number of records in the whole list. */
interface Part {
  ids: readonly string[];
  total: number;
}

/**
 * Keeps sorted lists while users read them page by page, because live values would change the order
 * between two pages. A list is dropped one minute after a page was last read. If several processes
 * serve the API, one of them stores the list, and the others request its pages from that process.
 */
export class Walks {
  readonly #bus: Bus;
  readonly #walks = new Map<string, Walk>();
  #ids = 0;

  /** @param clock returns the current time in epoch milliseconds */
  constructor(clock: () => number, bus: Bus = localBus()) {
    this.#bus = bus;
    if (!bus.isShared) return;
    bus.subscribe('list-part-wanted', (wanted) => {
      const part = this.#ownPart(wanted.list, wanted, wanted, clock());
      if (part) void this.#send(wanted.request, part);
    });
  }

  /**
   * Stores a sorted list.
   * @returns the secret ID of the stored list
   */
  begin({ userId, query, ids }: Omit<Walk, 'expiresAt'>, now: number): string {
    this.#sweep(now);
    const own = [...this.#walks].filter(([, walk]) => walk.userId === userId);
    for (const [id] of own.slice(0, Math.max(0, own.length - WALKS_PER_USER + 1))) this.#end(id);
    for (const id of this.#walks.keys()) {
      if (this.#ids + ids.length <= MOST_IDS) break;
      this.#end(id);
    }
    const id = randomBytes(12).toString('base64url');
    const expiresAt = now + WALK_KEPT_MS;
    this.#walks.set(id, { userId, query: hashSecret(query), ids, expiresAt });
    this.#ids += ids.length;
    return id;
  }

  /**
   * Returns a part of a stored list and keeps the list for another minute. Null if the list has
   * expired or belongs to another user or query.
   */
  async part(
    id: string,
    { userId, query }: Reader,
    place: { start: number; limit: number },
    now: number,
  ): Promise<Part | null> {
    const reader = { userId, query: hashSecret(query) };
    const own = this.#ownPart(id, reader, place, now);
    if (own || this.#walks.has(id) || !this.#bus.isShared) return own;
    return this.#partElsewhere({ request: newId(), list: id, ...reader, ...place });
  }

  #ownPart(
    id: string,
    { userId, query }: Reader,
    { start, limit }: { start: number; limit: number },
    now: number,
  ): Part | null {
    this.#sweep(now);
    const walk = this.#walks.get(id);
    if (!walk || walk.userId !== userId || walk.query !== query) return null;
    walk.expiresAt = now + WALK_KEPT_MS;
    return { ids: walk.ids.slice(start, start + limit), total: walk.ids.length };
  }

  /** Sends a part of a list to another process, split into messages that are short enough. */
  async #send(request: string, { ids, total }: Part): Promise<void> {
    for (let start = 0, isLast = false; !isLast; ) {
      let end = start;
      for (let length = 0; end < ids.length && length < MESSAGE_LENGTH; end++)
        length += ids[end]!.length;
      isLast = end === ids.length;
      await this.#bus.publish('list-part', { request, ids: ids.slice(start, end), total, isLast });
      start = end;
    }
  }

  /** Requests a part of a list from all other processes. Returns null if none of them has it. */
  async #partElsewhere(wanted: Messages['list-part-wanted']): Promise<Part | null> {
    const ids: string[] = [];
    let unsubscribe = () => {};
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<Part | null>((resolve) => {
      timer = setTimeout(() => resolve(null), ANSWER_MS);
      unsubscribe = this.#bus.subscribe('list-part', ({ request, total, isLast, ...more }) => {
        if (request !== wanted.request) return;
        ids.push(...more.ids);
        if (isLast) resolve({ ids, total });
      });
    });
    try {
      await this.#bus.publish('list-part-wanted', wanted);
      return await answered;
    } finally {
      clearTimeout(timer);
      unsubscribe();
    }
  }

  #sweep(now: number): void {
    for (const [id, { expiresAt }] of this.#walks) if (expiresAt <= now) this.#end(id);
  }

  #end(id: string): void {
    this.#ids -= this.#walks.get(id)?.ids.length ?? 0;
    this.#walks.delete(id);
  }
}
