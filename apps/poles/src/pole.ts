import { ONLINE_SECONDS, POSITION_FIELDS, SWITCH_FIELDS, type SwitchField } from '@halyard/domain';
import { drift, firstVolts, voltageValue } from './battery.ts';
import type { Behaviour } from './behaviours.ts';
import { type Commands, namedPosition } from './commands.ts';
import { between, type Random } from './random.ts';

/** Durations and intervals of a simulated pole's behavior, in ms. */
export interface PoleTiming {
  /** Interval between a pole's reports, in ms. */
  reportEvery: number;
  /** Minimum time in ms for a move from one position to another. `travelMax` is the maximum. */
  travelMin: number;
  travelMax: number;
  /** Time in ms from a lamp command until the pole reports the lamp's new state. */
  lamp: number;
  /** Average time in ms between manual moves of a pole; 0 for no manual moves. */
  byHand: number;
}

export const DEFAULT_TIMING: PoleTiming = {
  reportEvery: 30_000,
  travelMin: 2_000,
  travelMax: 6_000,
  lamp: 150,
  byHand: 0,
};

/**
 * The body of a REST PATCH to the pole's node. Its keys are paths to single fields, so the other
 * reported fields stay unchanged (protocol §15).
 */
export type Report = Record<string, boolean | number | string>;

export interface PoleSetup {
  /** The pole's name, sent with its first report. */
  deviceName: string;
  behaviour: Behaviour;
  timing: PoleTiming;
  random: Random;
}

/** Delay in ms before a pole repeats a report that failed. */
const RETRY_AFTER = 5_000;
const YEAR_SECONDS = 365 * 86_400;
const HAND_MOVED: readonly Behaviour[] = ['normal'];

/**
 * One simulated pole's state machine, without sockets, timers or a clock. The caller passes in
 * stream events and the current time in epoch milliseconds, and sends the reports that the state
 * machine returns.
 */
export class Pole {
  readonly #setup: PoleSetup;
  #position: SwitchField | null;
  #target: SwitchField | null;
  #arrivesAt = Number.POSITIVE_INFINITY;
  #lamp: boolean;
  #lampTarget: boolean;
  #lampAt = Number.POSITIVE_INFINITY;
  #volts: number;
  #reportAt = Number.POSITIVE_INFINITY;
  #linked: boolean;
  #linkChangesAt = Number.POSITIVE_INFINITY;
  #byHandAt = Number.POSITIVE_INFINITY;
  #heard = false;
  #introduced = false;

  /** @param now when the pole is switched on, in epoch milliseconds */
  constructor(setup: PoleSetup, now: number) {
    const { random, behaviour, timing } = setup;
    this.#setup = setup;
    const chance = random();
    this.#position = chance < 0.75 ? 'flagUp' : chance < 0.9 ? 'flagHalf' : 'flagDown';
    this.#target = this.#position;
    this.#lamp = random() < 0.3;
    this.#lampTarget = this.#lamp;
    this.#volts = firstVolts(behaviour, random);
    this.#linked = behaviour !== 'offline';
    if (behaviour === 'flapping') this.#linkChangesAt = now + this.#linkedFor();
    if (timing.byHand > 0 && HAND_MOVED.includes(behaviour)) this.#byHandAt = this.#nextByHand(now);
  }

  /**
   * Whether the simulated pole currently has power and a network connection. If not, it neither
   * listens nor reports.
   */
  get linked(): boolean {
    return this.#linked;
  }

  /**
   * The time when `step` must run next, in epoch milliseconds; `Infinity` if the pole has nothing
   * planned.
   */
  get nextAt(): number {
    if (!this.#linked) return this.#linkChangesAt;
    return Math.min(
      this.#arrivesAt,
      this.#lampAt,
      this.#reportAt,
      this.#linkChangesAt,
      this.#byHandAt,
    );
  }

  /**
   * Passes the desired switches from a stream event to the simulated pole. Must be called for each
   * event.
   */
  receive(commands: Commands, now: number): void {
    const first = !this.#heard;
    this.#heard = true;
    if (first) {
      this.#reportAt = now;
      this.#recall(commands);
    }
    if (this.#setup.behaviour === 'never-follows') return;
    const wanted = namedPosition(commands.desired);
    // All switches may be off in a node without any reports. That is not a command.
    const blank = first && wanted === null && namedPosition(commands.reported) === undefined;
    if (wanted !== undefined && !blank) this.#moveTo(wanted, commands, now);
    if (commands.desired.lamp !== undefined) this.#switchLamp(commands.desired.lamp, now);
  }

  /**
   * Advances the simulated pole to the time `now`. Returns the report that the pole sends at that
   * time, if any.
   */
  step(now: number): Report | null {
    if (now >= this.#linkChangesAt) this.#changeLink(now);
    if (!this.#linked) return null;
    if (now >= this.#byHandAt) this.#moveByHand(now);
    if (now >= this.#arrivesAt) {
      this.#position = this.#target;
      this.#arrivesAt = Number.POSITIVE_INFINITY;
      this.#reportSoon(now);
    }
    if (now >= this.#lampAt) {
      this.#lamp = this.#lampTarget;
      this.#lampAt = Number.POSITIVE_INFINITY;
      this.#reportSoon(now);
    }
    if (now < this.#reportAt) return null;
    this.#reportAt = now + this.#setup.timing.reportEvery;
    return this.#report(now);
  }

  /**
   * Notifies the simulated pole that its last report was stored. Must be called for each stored
   * report.
   */
  delivered(): void {
    this.#introduced = true;
  }

  /**
   * Notifies the simulated pole that its last report failed. Must be called for each failed report.
   * The pole soon sends another report with newer values.
   */
  failed(now: number): void {
    this.#reportAt = Math.min(this.#reportAt, now + RETRY_AFTER);
  }

  /**
   * Restores the position and lamp state that the pole last reported, because a flag does not move
   * while its pole is off.
   */
  #recall(commands: Commands): void {
    const stood = namedPosition(commands.reported);
    if (stood !== undefined) this.#position = this.#target = stood;
    if (commands.reported.lamp !== undefined)
      this.#lamp = this.#lampTarget = commands.reported.lamp;
  }

  #moveTo(wanted: SwitchField | null, commands: Commands, now: number): void {
    if (wanted === null) {
      // All positions off is a command to stop now. Turning off a position other than the target
      // does not stop the pole.
      if (this.#target === null) return;
      if (!commands.whole && commands.desired[this.#target] !== false) return;
      this.#target = this.#position = null;
      this.#arrivesAt = Number.POSITIVE_INFINITY;
      this.#reportSoon(now);
      return;
    }
    if (wanted === this.#target) return;
    this.#target = wanted;
    const { timing, random } = this.#setup;
    this.#arrivesAt = now + between(random, timing.travelMin, timing.travelMax);
  }

  #switchLamp(on: boolean, now: number): void {
    if (on === this.#lampTarget) return;
    this.#lampTarget = on;
    this.#lampAt = now + this.#setup.timing.lamp;
  }

  #moveByHand(now: number): void {
    this.#byHandAt = this.#nextByHand(now);
    if (!this.#heard || this.#arrivesAt !== Number.POSITIVE_INFINITY) return;
    const others = POSITION_FIELDS.filter((field) => field !== this.#position);
    const chosen = others[Math.floor(this.#setup.random() * others.length)];
    if (chosen === undefined) return;
    this.#position = this.#target = chosen;
    this.#reportSoon(now);
  }

  #nextByHand(now: number): number {
    return now - Math.log(1 - this.#setup.random()) * this.#setup.timing.byHand;
  }

  #changeLink(now: number): void {
    this.#linked = !this.#linked;
    this.#linkChangesAt = now + (this.#linked ? this.#linkedFor() : this.#goneFor());
    if (this.#linked && this.#heard) this.#reportAt = now;
  }

  #linkedFor(): number {
    return between(this.#setup.random, 40_000, 120_000);
  }

  /**
   * Returns how long a simulated pole with an unreliable connection stays disconnected, in ms:
   * usually a few seconds, but one time in three long enough for the pole to count as offline.
   */
  #goneFor(): number {
    const { random } = this.#setup;
    return random() < 1 / 3
      ? (ONLINE_SECONDS + between(random, 15, 120)) * 1000
      : between(random, 5_000, 40_000);
  }

  #reportSoon(now: number): void {
    if (this.#heard) this.#reportAt = Math.min(this.#reportAt, now);
  }

  #report(now: number): Report {
    const { behaviour, deviceName, random } = this.#setup;
    this.#volts = drift(this.#volts, behaviour, random);
    const seconds = Math.floor(now / 1000);
    const report: Report = {
      voltage: voltageValue(this.#volts, behaviour),
      'reported/lastSeen': behaviour === 'wrong-clock' ? seconds - YEAR_SECONDS : seconds,
    };
    if (!this.#introduced) report.deviceName = deviceName;
    if (behaviour === 'no-switches') return report;
    for (const field of SWITCH_FIELDS)
      report[`reported/${field}`] = field === 'lamp' ? this.#lamp : field === this.#position;
    return report;
  }
}
