import { isDeepStrictEqual } from 'node:util';
import {
  inScope,
  judgePosition,
  type OrdersAndDays,
  type Scope,
  type WrongPosition,
} from '@halyard/domain';
import { latest } from '../../../../platform/database/changes/latest.ts';
import { DueTimes } from '../../../../platform/jobs/dueTimes.ts';
import { Pauses } from '../../../../platform/limits/pauses.ts';
import type { Services } from '../../../calls/context.ts';
import { findOrdersAndDays } from '../../orders/ordersAndDays.ts';
import { fleetPoleOf } from '../fleet.ts';
import type { ChangedPoles, PoleIndex } from '../poleIndex.ts';

type Needed = Pick<Services, 'db' | 'link' | 'clock' | 'domainClock'>;

/** The flags in the wrong position, and the orders and half-staff days used for the check. */
export interface CurrentWrongPositions {
  readonly wrong: ReadonlyMap<string, WrongPosition>;
  readonly facts: OrdersAndDays;
  /**
   * The number of flags in the caller's scope that could not be checked in time, for example right
   * after a start or after a change to the orders.
   */
  readonly unchecked: number;
}

/**
 * Keeps in memory which flags of all companies are in the wrong position. Each call checks only the
 * poles that have changed since the last call, and those where an order, a half-staff day or a
 * grace period has begun or ended.
 */
export class WrongPositionIndex {
  /** All flags with their stored data. */
  readonly poles: PoleIndex;
  readonly #services: Needed;
  readonly #wrong = new Map<string, WrongPosition>();
  /** When to check each pole again, by the half-staff engine's clock. */
  readonly #planned = new DueTimes<string>();
  /** Each pole's reports and commands at the time of its last check, serialized as text. */
  readonly #judged = new Map<string, string>();
  /**
   * The IDs of the poles to check. A pole in `#heard` has sent a report, and is checked only if the
   * report contained a change. A pole in `#due` is always checked.
   */
  readonly #heard = new Set<string>();
  readonly #due = new Set<string>();
  #changed: ChangedPoles | null = null;
  #facts: OrdersAndDays = { orders: [], confirmedDays: [] };
  #lastAt = Number.NEGATIVE_INFINITY;
  #isJudgingRest = false;

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
   * change that was committed before the call. Checks the poles in scope first.
   * @param patience the maximum time in ms to wait for checks; the remaining poles are then checked
   * in the background, and are missing from the result
   */
  async current(scope: Scope, patience = Number.POSITIVE_INFINITY): Promise<CurrentWrongPositions> {
    await this.#catchUp();
    const deadline = performance.now() + patience;
    const isHere = (id: string) => {
      const pole = this.poles.get(id);
      return pole === undefined || inScope(scope, pole.flag.site);
    };
    const isDone = await this.#judgePending(isHere, deadline);
    const unchecked = isDone ? 0 : await this.#countDue(scope, isHere);
    if (unchecked > 0) this.#judgeRest();
    return { wrong: this.#wrong, facts: this.#facts, unchecked };
  }

  /** Adds to `#due` the poles that must be checked for a wrong position. */
  readonly #catchUp: () => Promise<void> = latest(async () => {
    const { db, domainClock } = this.#services;
    await this.poles.current();
    this.#changed ??= this.poles.follow();
    const pauses = new Pauses();
    for (const id of this.#changed) {
      if (pauses.areDue) await pauses.take();
      this.#changed.delete(id);
      this.#due.add(id);
    }
    const now = domainClock.now();
    const facts = await findOrdersAndDays(db.queries, now);
    const isSame = isDeepStrictEqual(facts, this.#facts);
    // A clock that was set back may undo any result.
    if (now < this.#lastAt || !isSame)
      for (const { flag } of this.poles.values()) {
        if (pauses.areDue) await pauses.take();
        this.#due.add(flag.id);
      }
    // What was computed for the same orders and half-staff days is kept with this object.
    if (!isSame) this.#facts = facts;
    this.#lastAt = now;
    for (const id of this.#planned.take(now)) this.#due.add(id);
  });

  /**
   * Checks whether the poles in `#due` and `#heard` that `isWanted` accepts are in the wrong
   * position. Pauses regularly to let the server handle other requests.
   * @returns whether all of them were checked before the deadline
   */
  async #judgePending(isWanted: (id: string) => boolean, deadline: number): Promise<boolean> {
    const pauses = new Pauses();
    for (const [ids, isForced] of [
      [this.#due, true],
      [this.#heard, false],
    ] as const)
      for (const id of ids) {
        if (pauses.areDue) {
          if (performance.now() >= deadline) return false;
          await pauses.take();
        }
        // Another call may have judged the pole during the pause.
        if (!isWanted(id) || !ids.delete(id)) continue;
        this.#judge(id, isForced);
      }
    return true;
  }

  /** Returns how many poles in scope must still be checked for a wrong position. */
  async #countDue(scope: Scope, isHere: (id: string) => boolean): Promise<number> {
    if (scope.kind === 'all') return this.#due.size;
    const pauses = new Pauses();
    let count = 0;
    for (const id of this.#due) {
      if (pauses.areDue) await pauses.take();
      if (isHere(id)) count++;
    }
    return count;
  }

  /**
   * Checks the remaining poles for a wrong position. Runs in the background. If an error ends the
   * check, the next call continues it.
   */
  #judgeRest(): void {
    if (this.#isJudgingRest) return;
    this.#isJudgingRest = true;
    const end = () => {
      this.#isJudgingRest = false;
    };
    this.#judgePending(() => true, Number.POSITIVE_INFINITY).then(end, end);
  }

  #judge(id: string, isForced: boolean): void {
    const { link, domainClock } = this.#services;
    const now = domainClock.now();
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
    const { wrong, changesAt } = judgePosition(fleetPole.pole, this.#facts, now, since);
    if (wrong) this.#wrong.set(id, wrong);
    else this.#wrong.delete(id);
    this.#planned.set(id, changesAt);
    this.#judged.set(id, judged);
  }
}
