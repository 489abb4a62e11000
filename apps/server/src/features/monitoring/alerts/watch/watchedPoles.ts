import {
  type FlagRecord,
  isLocked,
  isOnline,
  isOnlyReadings,
  lastSeenAt,
  type OrdersAndDays,
  wrongPositionChangesAt,
} from '@halyard/domain';
import { DueTimes } from '../../../../platform/jobs/dueTimes.ts';
import type { FlagAddress } from '../../../../realtime/tree/flagAddress.ts';
import type { Services } from '../../../calls/context.ts';
import { type FleetPole, fleetPoleOf } from '../../../halfStaff/poles/fleet.ts';
import type { ChangedPoles, IndexedPole, PoleIndex } from '../../../halfStaff/poles/poleIndex.ts';
import { alertsChangeAt, type Check, type JudgedPole, voltageSide } from './judge.ts';
import type { OpenOfFlag } from './openAlerts.ts';
import { OutageIndex } from './outageIndex.ts';
import type { PositionFault } from './positions.ts';

/**
 * How often, in ms, to check a pole for alerts if it has neither changed nor reached a time limit.
 */
const CHECK_MS = 600_000;

/** A pole, and the result of its last check for alerts. */
export interface WatchedPole extends IndexedPole, JudgedPole {
  readonly flag: IndexedPole['flag'];
  /** The pole's live state at the last alert check. Null before the first one. */
  record: FlagRecord | null;
  /** The limits that the last alert check used. Null before the first one. */
  limits: Check['limits'] | null;
}

/** A pole that is being checked for alerts. */
export interface PoleUnderCheck {
  watched: WatchedPole;
  /** The pole's live state at the start of the alert check. */
  record: FlagRecord;
  /**
   * A pole and the data needed to decide whether its position is wrong. Null if its position does
   * not need another check.
   */
  fleetPole: FleetPole | null;
}

/**
 * Keeps track of all poles except simulated ones, which have no alerts. Finds the poles that must
 * be checked because they have changed or have reached a time limit.
 */
export class WatchedPoles {
  readonly outages = new OutageIndex();
  readonly #services: Pick<Services, 'link' | 'clock' | 'domainClock'>;
  readonly #index: PoleIndex;
  readonly #unwatch: () => void;
  readonly #poles = new Map<string, WatchedPole>();
  /** The poles to check for alerts now, and the poles whose position must also be checked. */
  readonly #dirty = new Set<string>();
  readonly #misplaced = new Set<string>();
  /**
   * When to check each pole again. `#timed` is in real time, `#planned` in the time of the
   * half-staff engine's clock.
   */
  readonly #timed = new DueTimes<string>();
  readonly #planned = new DueTimes<string>();
  #changed: ChangedPoles | null = null;
  #alarms: ReadonlyMap<string, string> = new Map();

  constructor(services: Pick<Services, 'link' | 'clock' | 'domainClock'>, index: PoleIndex) {
    this.#services = services;
    this.#index = index;
    this.#unwatch = services.link.watch((address, record) => this.#heard(address, record));
  }

  stop(): void {
    this.#unwatch();
    if (this.#changed) this.#index.unfollow(this.#changed);
  }

  /** Returns the stored data of a flag that can have alerts. */
  flag(id: string): WatchedPole['flag'] | undefined {
    return this.#poles.get(id)?.flag;
  }

  /** Applies all changes to the poles' stored data since the last call. */
  async read(): Promise<void> {
    await this.#index.current();
    this.#changed ??= this.#index.follow();
    for (const id of this.#changed) this.#take(id, this.#index.get(id));
    this.#changed.clear();
  }

  #take(id: string, pole: IndexedPole | undefined): void {
    if (!pole || pole.flag.isSimulated) return this.#drop(id);
    const known = this.#poles.get(id);
    // Another device has another live state.
    if (known && known.flag.flagId !== pole.flag.flagId) known.record = null;
    if (known) Object.assign(known, pole);
    else {
      const alarm = this.#alarms.get(id) ?? null;
      this.#poles.set(id, { ...pole, record: null, fault: null, alarm, limits: null });
    }
    this.#touch(id);
  }

  #drop(id: string): void {
    this.#poles.delete(id);
    this.#dirty.delete(id);
    this.#misplaced.delete(id);
    this.#timed.delete(id);
    this.#planned.delete(id);
    this.outages.delete(id);
  }

  /**
   * Handles a pole's report. Most reports show only that the pole is still online, and change no
   * alert.
   */
  #heard(address: FlagAddress, record: FlagRecord): void {
    const id = this.#index.idAt(address);
    const pole = id === undefined ? undefined : this.#poles.get(id);
    if (id === undefined || !pole) return;
    const { record: before, limits } = pole;
    if (!before || !limits || !isOnlyReadings(before, record, this.#services.clock()))
      this.#touch(id);
    else if (voltageSide(before, limits) !== voltageSide(record, limits)) this.#dirty.add(id);
  }

  touch(ids: Iterable<string>): void {
    for (const id of ids) this.#touch(id);
  }

  touchAll(): void {
    this.touch(this.#poles.keys());
  }

  touchCompanies(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    for (const [id, { flag }] of this.#poles) if (ids.has(flag.company.id)) this.#touch(id);
  }

  #touch(id: string): void {
    if (!this.#poles.has(id)) return;
    this.#dirty.add(id);
    this.#misplaced.add(id);
  }

  /**
   * Sets the problems that the half-staff engine reports, and marks the affected poles for an alert
   * check.
   * @param alarms the problems by `flags.id`
   */
  setAlarms(alarms: ReadonlyMap<string, string>): void {
    for (const id of new Set([...this.#alarms.keys(), ...alarms.keys()])) {
      const pole = this.#poles.get(id);
      if (!pole) continue;
      pole.alarm = alarms.get(id) ?? null;
      this.#dirty.add(id);
    }
    this.#alarms = alarms;
  }

  /** Returns the IDs of the poles that must be checked for alerts. */
  due(now: number): string[] {
    this.touch(this.#timed.take(now));
    this.touch(this.#planned.take(this.#services.domainClock.at(now)));
    return [...this.#dirty];
  }

  /**
   * Begins an alert check of the given poles. A pole that changes during the check is checked
   * again.
   */
  begin(ids: readonly string[], now: number): PoleUnderCheck[] {
    const { link, domainClock } = this.#services;
    return ids.flatMap((id) => {
      const watched = this.#poles.get(id);
      if (!watched) return [];
      this.#dirty.delete(id);
      const record = link.record(watched.flag);
      const fleetPole = this.#misplaced.delete(id)
        ? fleetPoleOf(watched, record, domainClock)
        : null;
      const { company, location } = watched.flag;
      const seen = lastSeenAt(record, now);
      // A locked pole does not count as offline, because someone is working on it.
      const isMissed = !isOnline(record, now) && !isLocked(record);
      this.outages.set(id, {
        ...{ companyId: company.id, locationId: location.id, isKnown: seen !== null },
        offlineSince: isMissed ? seen : null,
      });
      return [{ watched, record, fleetPole }];
    });
  }

  /** Remembers which of the checked poles are in the wrong position, and when that may change. */
  setFaults(
    poles: readonly PoleUnderCheck[],
    faults: ReadonlyMap<string, PositionFault>,
    facts: OrdersAndDays,
  ): void {
    const { link, domainClock } = this.#services;
    for (const { watched, fleetPole } of poles) {
      if (!fleetPole) continue;
      const { flag } = watched;
      watched.fault = faults.get(flag.id) ?? null;
      const since = link.positionSince(flag);
      const now = domainClock.now();
      const reportedSince = since === null ? null : domainClock.at(since);
      this.#planned.set(flag.id, wrongPositionChangesAt(fleetPole.pole, facts, now, reportedSince));
    }
  }

  /**
   * Completes the alert check of a pole after its alerts have been stored, and schedules the next
   * check.
   */
  checked(watched: WatchedPole, record: FlagRecord, check: Check & { open: OpenOfFlag }): void {
    const { id } = watched.flag;
    if (this.#poles.get(id) !== watched) return;
    watched.record = record;
    watched.limits = check.limits;
    const next = alertsChangeAt(record, check);
    this.#timed.set(id, Math.min(next, check.now + CHECK_MS));
  }
}
