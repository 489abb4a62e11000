import {
  asWritten,
  commandTo,
  type FlagRecord,
  movingSteps,
  POSITION_FIELDS,
  POSITION_SWITCHES,
  POSITIONS,
  type Position,
  readRecord,
  type SwitchStates,
  settlement,
} from '@halyard/domain';
import type { Services } from '../../../features/calls/context.ts';
import { serverCommandId } from '../../../features/fleet/sendCommands/commandFlag.ts';
import { Engine } from '../../../features/halfStaff/engine/engine.ts';
import { findOrdersAndDays } from '../../../features/halfStaff/orders/ordersAndDays.ts';
import { PoleIndex } from '../../../features/halfStaff/poles/poleIndex.ts';
import {
  findHalfStaffFlags,
  type HalfStaffFlag,
  poleOf,
} from '../../../features/halfStaff/poles/poles.ts';
import { type Clock, domainClockOf } from '../../../platform/clock.ts';
import type { RealtimeLink } from '../../../realtime/link.ts';
import { putAt, splitPath } from '../../../realtime/tree/changes.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { DemoBehaviour } from './world.ts';

/**
 * Generates the demo's past few days by running the real engine with a simulated clock and
 * in-memory poles. The ledger then contains the same entries as after a real week with an order.
 */

const SECOND_MS = 1000;
/**
 * How long, in ms, a pole must send no reports before it counts as offline. Includes a small
 * margin.
 */
const SILENT_MS = 301 * SECOND_MS;
/**
 * How long poles take to move, in ms. There are only two values, because each distinct arrival time
 * requires another run of the engine.
 */
const TRAVEL_MS = [7 * SECOND_MS, 11 * SECOND_MS] as const;

/** A pole for which the demo generates the past few days. */
export interface PastPole {
  behaviour: DemoBehaviour;
  /** The periods when the pole was offline, in epoch milliseconds. */
  away: readonly { from: number; until: number }[];
}

/** A demo user's action in the past few days, with its time in epoch milliseconds. */
export interface PastDeed {
  at: number;
  act(past: Past): Promise<unknown>;
}

interface Node {
  flag: HalfStaffFlag;
  raw: unknown;
  position: Position;
  lamp: boolean;
  /**
   * The position that the pole is moving to, and when it gets there. Null if the pole is not
   * moving.
   */
  moving: { to: Position; at: number } | null;
  since: number;
  pole: PastPole;
  heardAt: number;
}

/** A position, and when the pole reached it, in epoch milliseconds. */
export interface PastMove {
  at: number;
  position: Position;
}

/** Generates the demo's past few days with simulated poles, and records how the poles moved. */
export class Past {
  readonly services: Services;
  /** The moves of each pole, by `flags.id`. */
  readonly moves = new Map<string, PastMove[]>();
  readonly #nodes = new Map<string, Node>();
  readonly #watchers = new Set<Parameters<RealtimeLink['watch']>[0]>();
  readonly #random: () => number;
  #now: number;

  /**
   * Creates a simulation with the clock set to `begin`.
   * @param random a random number generator; the same numbers always produce the same history
   */
  constructor(services: Services, begin: number, random: () => number) {
    this.#now = begin;
    this.#random = random;
    const clock: Clock = () => this.#now;
    this.services = {
      ...services,
      clock,
      domainClock: domainClockOf(clock),
      link: { ...services.link, ...this.#link() },
    };
  }

  /**
   * Simulates the days up to `end`.
   * @param poles the poles by `flags.id`
   */
  async live(
    end: number,
    poles: ReadonlyMap<string, PastPole>,
    deeds: readonly PastDeed[],
  ): Promise<void> {
    const { queries } = this.services.db;
    for (const flag of await findHalfStaffFlags(queries, { kind: 'all' }))
      this.#add(flag, poles.get(flag.id) ?? { behaviour: 'normal', away: [] });
    const engine = new Engine(this.services, new PoleIndex(this.services.db));
    const left = [...deeds].sort((a, b) => a.at - b.at);
    await this.#settle(engine);
    while (this.#now < end) {
      const deed = left[0];
      const next = Math.min(end, deed?.at ?? end, await this.#nextChange(end));
      this.#now = Math.max(this.#now, next);
      if (deed && deed.at <= this.#now) {
        left.shift();
        await deed.act(this);
      }
      await this.#settle(engine);
    }
    engine.stop();
  }

  /**
   * Moves a pole as a user would.
   * @param by the user's ID
   */
  async switchBy(by: string, flagId: string, position: Position): Promise<void> {
    for (const { flag } of this.#nodes.values())
      if (flag.flagId === flagId)
        await this.services.link.command(
          flag,
          { [POSITION_SWITCHES[position]]: true },
          { by, id: serverCommandId() },
        );
  }

  /** Yields each pole with its current position and lamp state. */
  *standing(): Iterable<{ flag: HalfStaffFlag; position: Position; lamp: boolean }> {
    for (const { flag, position, lamp } of this.#nodes.values()) yield { flag, position, lamp };
  }

  #add(flag: HalfStaffFlag, pole: PastPole): void {
    const node: Node = {
      flag,
      raw: { id: flag.flagId },
      position: 'up',
      lamp: this.#random() < 0.3,
      moving: null,
      since: this.#now,
      pole,
      heardAt: this.#now,
    };
    this.#nodes.set(keyOf(flag), node);
    this.moves.set(flag.id, [{ at: this.#now, position: 'up' }]);
    this.#report(node);
  }

  /** Runs the engine until every moving pole has arrived. */
  async #settle(engine: Engine): Promise<void> {
    this.#hear();
    await engine.round();
    for (;;) {
      const arrivals = [...this.#nodes.values()].flatMap(({ moving }) => moving?.at ?? []);
      if (arrivals.length === 0) return;
      this.#now = Math.max(this.#now, Math.min(...arrivals));
      this.#hear();
      await engine.round();
    }
  }

  /**
   * Sets the position of simulated poles that have finished moving, and makes every online pole
   * report.
   */
  #hear(): void {
    for (const node of this.#nodes.values()) {
      if (node.moving && node.moving.at <= this.#now) {
        node.position = node.moving.to;
        node.since = this.#now;
        node.moving = null;
        this.moves.get(node.flag.id)?.push({ at: this.#now, position: node.position });
      }
      if (!this.#isAway(node)) this.#report(node);
    }
  }

  #isAway({ pole }: Node): boolean {
    return pole.away.some(({ from, until }) => from <= this.#now && this.#now < until);
  }

  /**
   * Returns the time in the simulation when the next scheduled event occurs, or when an outage next
   * starts or ends. Never later than `end`.
   */
  async #nextChange(end: number): Promise<number> {
    const facts = await findOrdersAndDays(this.services.db.queries, this.#now);
    const moments: number[] = [];
    const seen = new Set<string>();
    for (const { flag, raw, pole } of this.#nodes.values()) {
      for (const { from, until } of pole.away) moments.push(from + SILENT_MS, until);
      // Poles at one location in the same position have the same next movement.
      const record = readRecord(raw);
      const standing = poleOf(flag, record, { hold: null, clock: this.services.domainClock });
      const key = `${flag.location.id} ${standing.reported}`;
      if (seen.has(key)) continue;
      seen.add(key);
      // A movement that a pole has not executed yet is still due for that pole.
      for (const { at, movement } of movingSteps(standing, facts, this.#now, end))
        if (movement && at > this.#now) {
          moments.push(at);
          break;
        }
    }
    return Math.min(end, ...moments.filter((at) => at > this.#now));
  }

  #report(node: Node): void {
    const { position, lamp } = node;
    node.heardAt = this.#now;
    const reported = {
      lastSeen: Math.floor(this.#now / SECOND_MS),
      lamp,
      ...Object.fromEntries(
        POSITION_FIELDS.map((field) => [field, field === POSITION_SWITCHES[position]]),
      ),
    };
    if (node.pole.behaviour !== 'no-switches')
      this.#write(node, { reported, seenAt: this.#now, voltage: 42 });
  }

  /**
   * Changes a simulated pole's realtime data, and then updates the fields that the server derives
   * from it.
   */
  #write(node: Node, changes: Record<string, unknown>): void {
    for (const [path, value] of Object.entries(changes))
      node.raw = putAt(node.raw, splitPath(path), value);
    const settled = settlement(readRecord(node.raw), this.#now);
    for (const [path, value] of Object.entries(settled?.changes ?? {}))
      node.raw = putAt(node.raw, splitPath(path), value);
    for (const watcher of this.#watchers) watcher(node.flag, readRecord(node.raw));
  }

  #obey(node: Node, { desired }: FlagRecord): void {
    const to = POSITIONS.find((position) => desired[POSITION_SWITCHES[position]] === true);
    if (desired.lamp !== undefined) node.lamp = desired.lamp;
    const isStuck = node.pole.behaviour === 'never-follows' || this.#isAway(node);
    if (isStuck || to === undefined || to === (node.moving?.to ?? node.position)) return;
    const [quick, slow] = TRAVEL_MS;
    node.moving = { to, at: this.#now + (this.#random() < 0.6 ? quick : slow) };
  }

  #link(): Pick<
    RealtimeLink,
    'record' | 'positionSince' | 'watch' | 'command' | 'flushOutbox' | 'until'
  > {
    const nodeOf = (address: FlagAddress) => this.#nodes.get(keyOf(address));
    return {
      record: (address) => readRecord(nodeOf(address)?.raw ?? null),
      positionSince: (address) => nodeOf(address)?.since ?? null,
      watch: (watcher) => {
        this.#watchers.add(watcher);
        return () => this.#watchers.delete(watcher);
      },
      command: async (address, states: Partial<SwitchStates>, given, only = () => true) => {
        const node = nodeOf(address);
        const record = readRecord(node?.raw ?? null);
        if (!node || !only(record)) return false;
        const { command, ...switches } = asWritten(
          commandTo(record, states, { ...given, issuedAt: this.#now }),
        );
        this.#write(node, { ...switches, command: { ...command, receivedAt: this.#now } });
        this.#obey(node, readRecord(node.raw));
        return true;
      },
      // The demo copies the data to the realtime database later, when it writes to the real one.
      flushOutbox: async () => {},
      until: async () => true,
    };
  }
}

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;
