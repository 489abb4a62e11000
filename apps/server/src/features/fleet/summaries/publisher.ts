import { hash } from 'node:crypto';
import type { FleetSummary } from '@halyard/domain';
import { nextTurn } from '../../../platform/nextTurn.ts';
import type { SummaryNodes } from '../../../realtime/tree/summaryNodes.ts';
import type { LiveFleet } from '../directory/liveFleet.ts';
import type { Tables } from '../directory/tables.ts';
import type { Tally } from '../facts/tally.ts';

export interface PublisherParts {
  fleet: LiveFleet;
  nodes: SummaryNodes;
}

/**
 * The maximum number of flag summaries per write to the realtime database. The server handles other
 * requests between two writes.
 */
const BATCH = 50;

/**
 * Writes flag summaries to the realtime database when they change: one for all companies, and one
 * for each company and location.
 */
export class SummaryPublisher {
  readonly #parts: PublisherParts;
  #tables: Tables | null = null;
  /**
   * A hash of the last flag summary written to each path of the realtime database, so that only
   * changes are written.
   */
  #written = new Map<string, string>();

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Writes the flag summaries that have changed since the last call. */
  async round(): Promise<void> {
    const { fleet } = this.#parts;
    const tables = await fleet.current();
    if (tables !== this.#tables) await this.#begin(tables);
    const changed = [...tables.changedTallies];
    for (let start = 0; start < changed.length; start += BATCH) {
      await this.#write(tables, changed.slice(start, start + BATCH));
      if (start + BATCH < changed.length) await nextTurn();
    }
  }

  /**
   * Makes the next call of `round` write all flag summaries again, because another process may
   * overwrite them in the meantime.
   */
  pause(): void {
    this.#tables = null;
  }

  /**
   * Prepares to write all flag summaries, and deletes those of companies and locations that no
   * longer exist.
   */
  async #begin(tables: Tables): Promise<void> {
    const all = [tables.tally];
    for (const { tally } of tables.companies.values()) all.push(tally);
    for (const { tally } of tables.locations.values()) all.push(tally);
    for (const tally of all) tables.changedTallies.add(tally);
    const gone = new Set(await this.#parts.nodes.existing());
    for (const { path } of all) gone.delete(path);
    const paths = [...gone];
    for (let start = 0; start < paths.length; start += BATCH)
      await this.#parts.nodes.write(
        Object.fromEntries(paths.slice(start, start + BATCH).map((path) => [path, null])),
      );
    this.#written = new Map();
    this.#tables = tables;
  }

  async #write(tables: Tables, tallies: readonly Tally[]): Promise<void> {
    const changes: Record<string, FleetSummary | null> = {};
    const hashes = new Map<string, string>();
    for (const tally of tallies) {
      // Remove it before the write, so that a change during the write is written in the next round.
      tables.changedTallies.delete(tally);
      const { path } = tally;
      const summary = tally.isDeleted ? null : tally.summary();
      const now = summary === null ? '' : hash('sha1', JSON.stringify(summary));
      if (this.#written.get(path) === now) continue;
      changes[path] = summary;
      hashes.set(path, now);
    }
    if (hashes.size === 0) return;
    try {
      await this.#parts.nodes.write(changes);
    } catch (error) {
      for (const tally of tallies) tables.changedTallies.add(tally);
      throw error;
    }
    for (const [path, now] of hashes)
      if (now === '') this.#written.delete(path);
      else this.#written.set(path, now);
  }
}
