import { isDeepStrictEqual } from 'node:util';
import { ONLINE_SECONDS, type OrdersAndDays } from '@halyard/domain';
import { slices } from '../../../../platform/database/batches.ts';
import {
  type RecordChanges,
  readRecordChanges,
} from '../../../../platform/database/changes/recordChanges.ts';
import { nextTurn } from '../../../../platform/nextTurn.ts';
import { companyChanged } from '../../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../../realtime/outbox/outbox.ts';
import type { Services } from '../../../calls/context.ts';
import {
  type AllAlertSettings,
  findAllAlertSettings,
} from '../../../fleet/alertLimits/alertSettings.ts';
import { findOrdersAndDays } from '../../../halfStaff/orders/ordersAndDays.ts';
import type { PoleIndex } from '../../../halfStaff/poles/poleIndex.ts';
import { alertChangesOf } from './judge.ts';
import { OpenAlerts } from './openAlerts.ts';
import { OutageWatch } from './outages.ts';
import { findPositionFaults } from './positions.ts';
import { dropAlerts, sweepAlerts } from './store.ts';
import { WatchedPoles } from './watchedPoles.ts';

/** How often, in ms, the alert check reads changes to stored flags and alert settings. */
const RELOAD_MS = 5000;
/** How often the alert check reads half-staff orders, in ms. */
const FACTS_MS = 15_000;
/**
 * The maximum time between two checks for alerts, in ms. A longer gap means that the process was
 * suspended or its clock jumped.
 */
const DEAF_MS = 60_000;
/** The minimum time in ms between two reloads of the lists on a company's screens. */
const REFRESH_MS = 10_000;
/** How often old alerts are deleted, in ms. */
const SWEEP_MS = 60 * 60_000;
/** The maximum number of poles whose alerts are checked and stored together. */
const SLICE = 500;

/**
 * Checks poles for alerts when they change or reach a time limit, and stores which alerts start and
 * end. Runs in only one process at a time. A process that takes over may have missed reports. It
 * therefore does not count any time before its own start as time without a report.
 */
export class AlertWatch {
  readonly #services: Services;
  readonly #poles: WatchedPoles;
  readonly #alarmChanges: RecordChanges<'engine_poles'>;
  readonly #outages: OutageWatch;
  /** The open alerts and the alert settings. Null until they have been read. */
  #open: OpenAlerts | null = null;
  #settings: AllAlertSettings | null = null;
  #facts: OrdersAndDays = { orders: [], confirmedDays: [] };
  #factsAt = Number.NEGATIVE_INFINITY;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #roundAt = Number.NEGATIVE_INFINITY;
  /**
   * The time when the process started to receive reports, in epoch milliseconds. Null while it
   * cannot receive any.
   */
  #listeningSince: number | null = null;
  /** Whether the last alert check allowed new outages to start. */
  #outagesBegin = false;
  readonly #refreshed = new Map<string, number>();
  readonly #stale = new Set<string>();

  /**
   * Starts listening for changes to poles.
   * @param poles the index of poles that the jobs of this process share
   */
  constructor(services: Services, poles: PoleIndex) {
    this.#services = services;
    this.#poles = new WatchedPoles(services, poles);
    this.#alarmChanges = readRecordChanges(services.db, ['engine_poles']);
    this.#outages = new OutageWatch(services.db.queries);
  }

  /** Stops listening for changes to poles. Call this after the last call of `round`. */
  stop(): void {
    this.#poles.stop();
  }

  /**
   * Checks for alerts at the poles that have changed or reached a time limit. Rejects if the
   * database is not available; the next check then catches up.
   */
  async round(): Promise<void> {
    const now = this.#services.clock();
    const isHealthy = await this.#services.link.isHealthy();
    const stoodStill = now < this.#roundAt || now - this.#roundAt > DEAF_MS;
    this.#roundAt = now;
    if (!isHealthy) this.#listeningSince = null;
    else if (stoodStill || this.#listeningSince === null) {
      this.#listeningSince = now;
      this.#poles.touchAll();
    }
    if (this.#listeningSince === null) return;
    await this.#load(now);
    await this.#check(this.#listeningSince, now);
    await this.#lookForOutages(now - this.#listeningSince >= ONLINE_SECONDS * 1000);
    await this.#refreshScreens(now);
    if (Math.abs(now - this.#sweptAt) < SWEEP_MS) return;
    await sweepAlerts(this.#services.db.queries, now);
    this.#sweptAt = now;
  }

  /** Reads changes to poles, alert settings and orders, and drops alerts that no longer apply. */
  async #load(now: number): Promise<void> {
    if (this.#open && Math.abs(now - this.#loadedAt) < RELOAD_MS) return;
    const { queries } = this.#services.db;
    await this.#poles.read();
    await this.#loadSettings();
    await this.#loadAlarms();
    if (Math.abs(now - this.#factsAt) >= FACTS_MS) {
      const facts = await findOrdersAndDays(queries, this.#services.domainClock.at(now));
      if (!isDeepStrictEqual(facts, this.#facts)) this.#poles.touchAll();
      this.#facts = facts;
      this.#factsAt = now;
    }
    this.#open ??= await OpenAlerts.read(queries);
    await this.#dropUnwanted(this.#open);
    this.#loadedAt = now;
  }

  async #loadSettings(): Promise<void> {
    const before = this.#settings;
    const settings = await findAllAlertSettings(this.#services.db.queries);
    this.#settings = settings;
    if (!before || !isDeepStrictEqual(before.byDefault, settings.byDefault))
      return this.#poles.touchAll();
    const changed = new Set<string>();
    for (const id of new Set([...before.own.keys(), ...settings.own.keys()]))
      if (!isDeepStrictEqual(before.own.get(id), settings.own.get(id))) changed.add(id);
    this.#poles.touchCompanies(changed);
  }

  /** Reads the problems that the half-staff engine reports about poles. */
  async #loadAlarms(): Promise<void> {
    const { queries } = this.#services.db;
    const changed = await this.#alarmChanges.next();
    const ids = changed && [...changed.engine_poles];
    if (ids?.length === 0) return;
    const rows = await queries
      .selectFrom('engine_poles')
      .select(['flag_id', 'alarm'])
      .where('alarm', 'is not', null)
      .execute();
    this.#poles.setAlarms(new Map(rows.map(({ flag_id, alarm }) => [flag_id, alarm!])));
  }

  /**
   * Drops alerts whose condition was turned off, and alerts of flags that moved to another company.
   */
  async #dropUnwanted(open: OpenAlerts): Promise<void> {
    const unwanted = open.all().filter(({ flagId, companyId, condition }) => {
      const flag = this.#poles.flag(flagId);
      return flag?.company.id !== companyId || !this.#settingsOf(companyId).on[condition];
    });
    if (unwanted.length === 0) return;
    const ids = unwanted.map(({ id }) => id);
    await this.#services.db.transaction((trx) => dropAlerts(trx, ids));
    for (const alert of unwanted) {
      open.delete(alert);
      this.#stale.add(alert.companyId);
    }
  }

  readonly #settingsOf = (companyId: string) => {
    const { own, byDefault } = this.#settings!;
    return own.get(companyId) ?? byDefault;
  };

  /**
   * Checks for alerts at the poles that have changed or reached a time limit. Lets the server
   * handle other requests between batches.
   */
  async #check(listeningSince: number, now: number): Promise<void> {
    const due = this.#poles.due(now);
    for (const ids of slices(due, SLICE)) {
      try {
        await this.#checkSome(ids, listeningSince, now);
      } catch (error) {
        this.#poles.touch(ids);
        throw error;
      }
      if (due.length > SLICE) await nextTurn();
    }
  }

  async #checkSome(ids: readonly string[], listeningSince: number, now: number): Promise<void> {
    const { db } = this.#services;
    const open = this.#open!;
    const poles = this.#poles.begin(ids, now);
    const faults = await findPositionFaults(
      this.#services,
      poles.flatMap(({ fleetPole }) => fleetPole ?? []),
      this.#facts,
    );
    this.#poles.setFaults(poles, faults, this.#facts);
    const changes = poles.flatMap(({ watched, record }) => {
      const limits = this.#settingsOf(watched.flag.company.id);
      return alertChangesOf(watched, open.of(watched.flag.id), {
        ...{ record, limits, listeningSince, now },
      });
    });
    for (const companyId of await open.store(db, changes, now)) this.#stale.add(companyId);
    for (const { watched, record } of poles)
      this.#poles.checked(watched, record, {
        open: open.of(watched.flag.id),
        limits: this.#settingsOf(watched.flag.company.id),
        ...{ listeningSince, now },
      });
  }

  async #lookForOutages(begins: boolean): Promise<void> {
    const { outages } = this.#poles;
    if (!outages.isChanged && begins === this.#outagesBegin) return;
    for (const companyId of await this.#outages.look(outages.fleet(), { begins }))
      this.#stale.add(companyId);
    outages.isChanged = false;
    this.#outagesBegin = begins;
  }

  /** Reloads a company's open screens when its alerts change, at most once every `REFRESH_MS`. */
  async #refreshScreens(now: number): Promise<void> {
    const due = [...this.#stale].filter(
      (id) => Math.abs(now - (this.#refreshed.get(id) ?? 0)) >= REFRESH_MS,
    );
    if (due.length === 0) return;
    const { db, link } = this.#services;
    const changes = Object.assign({}, ...due.map((id) => companyChanged(id, now)));
    await db.transaction((trx) => enqueue(trx, changes, now));
    for (const id of due) {
      this.#stale.delete(id);
      this.#refreshed.set(id, now);
    }
    await link.flushOutbox();
  }
}
