import {
  currentPosition,
  type FlagRecord,
  isOnline,
  lastSeenAt,
  ONLINE_SECONDS,
} from '@halyard/domain';
import { DueTimes } from '../../../../platform/jobs/dueTimes.ts';
import type { FlagAddress } from '../../../../realtime/tree/flagAddress.ts';
import type { StateRow } from '../series/periods.ts';
import { type Spark, withHour } from '../series/spark.ts';
import { FINE_MS, HOUR_MS, hourOf, SLOTS_PER_HOUR } from '../series/times.ts';
import { hundredths, mergeSlots, type VoltageSlot } from '../series/voltageSlots.ts';

/**
 * The maximum number of state changes recorded per pole in five minutes, so that a defective device
 * cannot fill the disk. The state at the end of the five minutes is always recorded.
 */
const MAX_CHANGES = 20;
const ONLINE_MS = ONLINE_SECONDS * 1000;

/** A pole whose history is recorded. */
export interface RecordedFlag extends FlagAddress {
  /** The flag's ID in the table `flags`. */
  id: string;
}

/**
 * The voltages of a pole in one hour, one value per time slot. Null for time slots in the future.
 */
export interface VoltageHour {
  id: string;
  /** The start of the hour that the voltages are from, in epoch milliseconds. */
  hour: number;
  volts: (VoltageSlot | null)[];
}

/** The stored voltages of all poles, with which a new recorder continues the current hour. */
export interface Stored {
  hours: VoltageHour[];
  sparks: ReadonlyMap<string, Spark>;
}

export interface NotedState extends StateRow {
  id: string;
}

interface Pole {
  flag: RecordedFlag;
  record: FlagRecord;
  /**
   * The pole's last known state. Null if nothing is known about the pole yet in this recording
   * period.
   */
  state: Pick<StateRow, 'online' | 'position'> | null;
  notedAt: number;
  changes: number;
  /** The pole's voltages in the current time slot, in hundredths of a volt. */
  sample: { min: number; max: number; sum: number; count: number } | null;
  hour: VoltageHour;
  spark: Spark | null;
}

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;
const newHour = (id: string, hour: number): VoltageHour => ({
  id,
  hour,
  volts: new Array(SLOTS_PER_HOUR).fill(null),
});

/**
 * Builds history rows for all poles from their live state, and keeps them in memory. Does not use
 * the database: the caller passes in reports and the time, and writes the rows that are ready.
 */
export class Recorder {
  readonly #poles = new Map<string, Pole>();
  /** The path of each flag (its key in `#poles`), by `flags.id`. */
  readonly #keys = new Map<string, string>();
  /** The time when each pole will count as offline unless it reports again. */
  readonly #times = new DueTimes<Pole>();
  /** The poles whose latest state was not recorded, because their state changed too often. */
  readonly #late = new Set<Pole>();
  /**
   * The start of the recording period, in epoch milliseconds. Null while nothing is being recorded.
   */
  #from: number | null = null;
  #now = 0;
  #slot = 0;
  /** The pole states that must be written to the database, sorted by time for each pole. */
  states: NotedState[] = [];
  /** The hourly voltages that have not been written to the database yet. */
  readonly hours = new Set<VoltageHour>();
  /** The small voltage charts that have changed, by pole ID. */
  readonly sparks = new Map<string, Spark>();

  /**
   * Begins a recording period. Forgets the known state of each pole. Also drops unwritten states,
   * because they belong to the previous recording period.
   */
  begin(now: number): void {
    this.states = [];
    this.#from = now;
    this.#to(now);
    for (const pole of this.#poles.values()) {
      pole.state = null;
      pole.notedAt = now;
      pole.changes = 0;
      this.#look(pole, now);
    }
  }

  /**
   * Starts recording a pole. If the flag is already being recorded and only its device has changed,
   * keeps the data of the current hour.
   * @param record the current live state of the pole
   */
  follow(flag: RecordedFlag, record: FlagRecord): void {
    const key = keyOf(flag);
    if (this.#keys.get(flag.id) === key) return;
    const before = this.#poles.get(this.#keys.get(flag.id) ?? '');
    this.forget(flag.id);
    const pole: Pole = {
      flag,
      record,
      state: null,
      notedAt: this.#now,
      changes: 0,
      sample: null,
      hour: before?.hour ?? newHour(flag.id, hourOf(this.#now)),
      spark: before?.spark ?? null,
    };
    this.#poles.set(key, pole);
    this.#keys.set(flag.id, key);
    if (this.#from === null) return;
    // A report in this time slot from before the flag was recorded counts, because the flag is new.
    const seen = lastSeenAt(pole.record, this.#now);
    if (seen !== null && seen >= Math.max(this.#slot, this.#from)) this.#hear(pole);
    this.#look(pole, this.#now);
  }

  /**
   * Stops recording a pole.
   * @param id the flag's ID in the table `flags`
   */
  forget(id: string): void {
    const key = this.#keys.get(id) ?? '';
    const pole = this.#poles.get(key);
    if (!pole) return;
    this.#keys.delete(id);
    this.#poles.delete(key);
    this.#times.delete(pole);
    this.#late.delete(pole);
  }

  /** Continues with the voltages that an earlier recorder stored for the current hour. */
  resume({ hours, sparks }: Stored): void {
    const byId = new Map(hours.map((hour) => [hour.id, hour]));
    for (const pole of this.#poles.values()) {
      const stored = byId.get(pole.flag.id);
      if (stored?.hour === pole.hour.hour) pole.hour = stored;
      pole.spark = sparks.get(pole.flag.id) ?? null;
    }
  }

  /** Ends the recording period. Nothing is recorded until another one begins. */
  pause(): void {
    this.#from = null;
  }

  /** How many rows in memory must still be written to the database. */
  get backlog(): number {
    return this.states.length + this.hours.size;
  }

  /** Records that a pole's realtime data has changed. */
  heard(address: FlagAddress, record: FlagRecord, now: number): void {
    const pole = this.#poles.get(keyOf(address));
    if (!pole) return;
    const before = pole.record;
    pole.record = record;
    if (this.#from === null || now < this.#now) return;
    this.#to(now);
    const isReport =
      record.seenAt !== before.seenAt ||
      record.lastSeen !== before.lastSeen ||
      record.voltage !== before.voltage;
    if (isReport && lastSeenAt(record, now) !== null) this.#hear(pole);
    this.#look(pole, now);
  }

  /**
   * Records changes caused only by the passing of time: poles that go offline and time slots that
   * end.
   */
  advance(now: number): void {
    if (this.#from === null || now < this.#now) return;
    this.#to(now);
    for (const pole of this.#times.take(now)) this.#look(pole, now);
    const late = [...this.#late];
    this.#late.clear();
    for (const pole of late) this.#look(pole, now);
  }

  /** Ends the current time slot early, so that its voltages can be written to the database. */
  finish(now: number): void {
    this.advance(now);
    this.#endSlot();
    for (const pole of this.#poles.values()) this.#noteSpark(pole);
  }

  #to(now: number): void {
    this.#now = now;
    const slot = now - (now % FINE_MS);
    if (slot === this.#slot) return;
    this.#endSlot();
    this.#slot = slot;
    const hour = hourOf(slot);
    for (const pole of this.#poles.values()) {
      pole.changes = 0;
      if (pole.hour.hour === hour) continue;
      this.#noteSpark(pole);
      pole.hour = newHour(pole.flag.id, hour);
    }
  }

  #endSlot(): void {
    const index = (this.#slot - hourOf(this.#slot)) / FINE_MS;
    for (const pole of this.#poles.values()) {
      if (!pole.sample) continue;
      const { min, max, sum, count } = pole.sample;
      const volts = { min, mean: Math.round(sum / count), max };
      // If a restart interrupted a time slot, combine the values from before and after it.
      pole.hour.volts[index] = mergeSlots([pole.hour.volts[index] ?? null, volts]);
      pole.sample = null;
      this.hours.add(pole.hour);
    }
  }

  #noteSpark(pole: Pole): void {
    const { id, hour, volts } = pole.hour;
    const mean = mergeSlots(volts);
    if (!mean) return;
    pole.spark = withHour(pole.spark, hour + HOUR_MS, mean);
    this.sparks.set(id, pole.spark);
  }

  #hear(pole: Pole): void {
    const { voltage } = pole.record;
    if (voltage === null) return;
    const volts = hundredths(voltage);
    pole.sample ??= { min: volts, max: volts, sum: 0, count: 0 };
    const { sample } = pole;
    if (volts < sample.min) sample.min = volts;
    if (volts > sample.max) sample.max = volts;
    sample.sum += volts;
    sample.count++;
  }

  #look(pole: Pole, now: number): void {
    const { record } = pole;
    const from = this.#from!;
    const seen = lastSeenAt(record, Number.POSITIVE_INFINITY);
    // A pole that has never reported does not count as offline.
    if (seen === null) return;
    const online = isOnline(record, now);
    if (online) this.#times.set(pole, seen + ONLINE_MS);
    // When a recording period starts, poles get the full time to report again before they count as
    // offline, because the server was down.
    const since = pole.state === null ? from + ONLINE_MS : from;
    if (!online && now < since) return this.#times.set(pole, since);
    const at = online ? now : Math.max(seen + ONLINE_MS, since);
    this.#note(pole, { online, position: currentPosition(record) }, at);
  }

  #note(pole: Pole, state: NonNullable<Pole['state']>, at: number): void {
    const { state: known } = pole;
    if (known?.online === state.online && known.position === state.position) return;
    if (pole.changes >= MAX_CHANGES) {
      this.#late.add(pole);
      return;
    }
    pole.changes++;
    pole.state = state;
    pole.notedAt = Math.max(at, pole.notedAt);
    this.states.push({ id: pole.flag.id, at: pole.notedAt, ...state });
  }
}
