import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type Facts,
  type WrongPosition,
  wrongPosition,
  wrongPositionChangesAt,
} from '@halyard/domain';
import { latest } from '../../../../platform/database/changes/latest.ts';
import { DueTimes } from '../../../../platform/jobs/dueTimes.ts';
import type { Services } from '../../../calls/context.ts';
import { findFacts } from '../../orders/facts.ts';
import { fleetPoleOf } from '../fleet.ts';
import type { ChangedPoles, PoleIndex } from '../poleIndex.ts';

type Needed = Pick<Services, 'db' | 'link' | 'clock' | 'domainClock'>;

/** The number of poles that are checked before the server handles other requests. */
const SLICE = 200;

/** The flags in the wrong position, with the orders and days by which they were checked. */
export interface CurrentWrongPositions {
  readonly wrong: ReadonlyMap<string, WrongPosition>;
  readonly facts: Facts;
}

/**
 * Keeps in memory which flags of all companies are in the wrong position. Each call checks only the
 * poles that have changed since the last call, and those for which an order, a day or a period of
 * grace has begun or ended. Checks nothing until it is first used.
 */
export class WrongPositionIndex {
  /** All flags with their stored data. */
  readonly poles: PoleIndex;
  readonly #services: Needed;
  readonly #wrong = new Map<string, WrongPosition>();
  /** When to check poles again, by the half-staff clock. */
  readonly #planned = new DueTimes<string>();
  /** The live data with which each pole was last checked. */
  readonly #judged = new Map<string, string>();
  /**
   * The poles that have reported (`#heard`), and those that must be checked even if nothing has
   * changed (`#due`).
   */
  readonly #heard = new Set<string>();
  readonly #due = new Set<string>();
  #changed: ChangedPoles | null = null;
  #facts: Facts = { orders: [], confirmedDays: [] };
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(services: Needed, poles: PoleIndex) {
    this.#services = services;
    this.poles = poles;
    services.link.watch((address) => {
      const id = this.#changed && poles.idAt(address);
      if (id) this.#heard.add(id);
    });
  }

  /**
   * Returns the flags that are in the wrong position now, by `flags.id`. Includes every database
   * change that was committed before the call.
   */
  readonly current: () => Promise<CurrentWrongPositions> = latest(() => this.#catchUp());

  async #catchUp(): Promise<CurrentWrongPositions> {
    const { db, domainClock } = this.#services;
    await this.poles.current();
    this.#changed ??= this.poles.follow();
    for (const id of this.#changed) this.#due.add(id);
    this.#changed.clear();
    const now = domainClock.now();
    const facts = await findFacts(db.queries, now);
    // A clock that was set back may undo any result.
    if (now < this.#lastAt || !isDeepStrictEqual(facts, this.#facts))
      for (const { flag } of this.poles.values()) this.#due.add(flag.id);
    this.#facts = facts;
    this.#lastAt = now;
    for (const id of this.#planned.take(now)) this.#due.add(id);
    await this.#judgeAll(now);
    return { wrong: this.#wrong, facts };
  }

  async #judgeAll(now: number): Promise<void> {
    let count = 0;
    for (const [ids, isForced] of [
      [this.#due, true],
      [this.#heard, false],
    ] as const)
      for (const id of ids) {
        ids.delete(id);
        this.#judge(id, now, isForced);
        if (++count % SLICE === 0) await nextTurn();
      }
  }

  #judge(id: string, now: number, isForced: boolean): void {
    const { link, domainClock } = this.#services;
    const pole = this.poles.get(id);
    if (!pole) {
      this.#wrong.delete(id);
      this.#planned.delete(id);
      this.#judged.delete(id);
      return;
    }
    const fleetPole = fleetPoleOf(pole, link.record(pole.flag), domainClock);
    const positionSince = link.positionSince(pole.flag);
    const { reported, lock, request } = fleetPole.pole;
    // Most reports only show that the pole is still online.
    const judged = `${reported} ${positionSince} ${lock !== null} ${request && Object.values(request)}`;
    if (!isForced && judged === this.#judged.get(id)) return;
    const since = positionSince === null ? null : domainClock.at(positionSince);
    const wrong = wrongPosition(fleetPole.pole, this.#facts, now, since);
    if (wrong) this.#wrong.set(id, wrong);
    else this.#wrong.delete(id);
    this.#planned.set(id, wrongPositionChangesAt(fleetPole.pole, this.#facts, now, since));
    this.#judged.set(id, judged);
  }
}
