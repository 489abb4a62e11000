import {
  ALERT_CONDITIONS,
  type AlertCondition,
  alertStep,
  DEFAULT_ALERT_SETTINGS,
  judgeAlert,
  ONLINE_SECONDS,
} from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { companyChanged } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import type { Services } from '../../calls/context.ts';
import { type AlertSettingsOf, findAlertSettings } from '../../fleet/alertSettings.ts';
import { OutageWatch } from './outages.ts';
import { findPositionFaults, type PositionFault } from './positions.ts';
import {
  type AlertChange,
  dropAlerts,
  findOpen,
  type StoredAlert,
  storeChanges,
  sweepAlerts,
} from './store.ts';

/** The interval in ms at which flags and settings are read from the database. */
const RELOAD_MS = 5000;
/**
 * The interval in ms between checks for flags in the wrong position. Each check reads all poles.
 */
const POSITIONS_MS = 15_000;
/**
 * If the time between two checks is longer than this, in ms, the process or its clock was
 * suspended.
 */
const DEAF_MS = 60_000;
/** The minimum time in ms between two reloads of the lists on a company's screens. */
const REFRESH_MS = 10_000;
/** The interval in ms at which old alerts are deleted. */
const SWEEP_MS = 60 * 60_000;

interface WatchedFlag {
  id: string;
  ownerId: string;
  flagId: string;
  companyId: string;
  locationId: string;
}

const keyOf = (flagId: string, condition: AlertCondition) => `${flagId} ${condition}`;

/**
 * Repeatedly checks every pole, and stores which alert conditions start and end. (`notify.ts` and
 * `notifyMasters.ts` send the mails.) Only one process does this at a time. A new process measures
 * the time without reports from its own start, so that poles do not look offline because of reports
 * that it missed.
 */
export class AlertWatch {
  readonly #services: Services;
  /** Open alerts by flag and condition. Null until they are read. */
  #open: Map<string, StoredAlert> | null = null;
  #flags: readonly WatchedFlag[] = [];
  #settingsOf: AlertSettingsOf = () => DEFAULT_ALERT_SETTINGS;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #sweptAt = Number.NEGATIVE_INFINITY;
  #roundAt = Number.NEGATIVE_INFINITY;
  #positions: ReadonlyMap<string, PositionFault> = new Map();
  #positionsAt = Number.NEGATIVE_INFINITY;
  /**
   * The time from which the process has been able to receive reports, in epoch milliseconds. Null
   * while it cannot.
   */
  #listeningSince: number | null = null;
  readonly #outages: OutageWatch;
  readonly #refreshed = new Map<string, number>();
  readonly #stale = new Set<string>();

  constructor(services: Services) {
    this.#services = services;
    this.#outages = new OutageWatch(services);
  }

  /**
   * Checks all poles once. Rejects if the database is not available; in that case, the next check
   * catches up.
   */
  async round(): Promise<void> {
    const now = this.#services.clock();
    const isHealthy = await this.#services.link.isHealthy();
    const stoodStill = now < this.#roundAt || now - this.#roundAt > DEAF_MS;
    this.#roundAt = now;
    if (!isHealthy) this.#listeningSince = null;
    else if (stoodStill || this.#listeningSince === null) this.#listeningSince = now;
    if (this.#listeningSince === null) return;
    const open = await this.#load(now);
    await this.#store(await this.#judge(open, this.#listeningSince, now), open, now);
    const begins = now - this.#listeningSince >= ONLINE_SECONDS * 1000;
    for (const companyId of await this.#outages.look(this.#flags, { now, begins }))
      this.#stale.add(companyId);
    await this.#refreshScreens(now);
    if (Math.abs(now - this.#sweptAt) < SWEEP_MS) return;
    await sweepAlerts(this.#services.db.queries, now);
    this.#sweptAt = now;
  }

  async #load(now: number): Promise<Map<string, StoredAlert>> {
    if (this.#open && Math.abs(now - this.#loadedAt) < RELOAD_MS) return this.#open;
    const { db } = this.#services;
    this.#flags = await findFlags(db.queries);
    this.#settingsOf = await findAlertSettings(db.queries);
    const companyOf = new Map(this.#flags.map(({ id, companyId }) => [id, companyId]));
    const isWanted = ({ flagId, companyId, condition }: StoredAlert) =>
      companyOf.get(flagId) === companyId && this.#settingsOf(companyId).on[condition];
    const alerts = this.#open ? [...this.#open.values()] : await findOpen(db.queries);
    const unwanted = alerts.filter((alert) => !isWanted(alert));
    if (unwanted.length > 0) {
      await db.transaction((trx) =>
        dropAlerts(
          trx,
          unwanted.map(({ id }) => id),
        ),
      );
      for (const { companyId } of unwanted) this.#stale.add(companyId);
    }
    this.#open = new Map(
      alerts.filter(isWanted).map((alert) => [keyOf(alert.flagId, alert.condition), alert]),
    );
    this.#loadedAt = now;
    return this.#open;
  }

  async #judge(
    open: ReadonlyMap<string, StoredAlert>,
    listeningSince: number,
    now: number,
  ): Promise<AlertChange[]> {
    const { db, link } = this.#services;
    const alarms = await engineAlarms(db.queries);
    const wrong = await this.#wrongPositions(now);
    const changes: AlertChange[] = [];
    for (const flag of this.#flags) {
      const limits = this.#settingsOf(flag.companyId);
      const engineAlarm = alarms.get(flag.id) ?? null;
      const wrongPosition = wrong.get(flag.id) ?? null;
      const record = link.record(flag);
      const situation = { record, engineAlarm, wrongPosition, limits, listeningSince, now };
      for (const condition of ALERT_CONDITIONS) {
        if (!limits.on[condition]) continue;
        const known = open.get(keyOf(flag.id, condition)) ?? null;
        const step = alertStep(known, judgeAlert(condition, situation), now);
        const { id: flagId, companyId } = flag;
        if (step) changes.push({ flagId, companyId, condition, open: known, step });
      }
    }
    return changes;
  }

  /** Returns the flags in the wrong position that need an alert, by `flags.id`. */
  async #wrongPositions(now: number): Promise<ReadonlyMap<string, PositionFault>> {
    if (Math.abs(now - this.#positionsAt) < POSITIONS_MS) return this.#positions;
    this.#positions = await findPositionFaults(this.#services);
    this.#positionsAt = now;
    return this.#positions;
  }

  async #store(
    changes: readonly AlertChange[],
    open: Map<string, StoredAlert>,
    now: number,
  ): Promise<void> {
    if (changes.length === 0) return;
    const begun = await this.#services.db.transaction((trx) => storeChanges(trx, changes, now));
    for (const alert of begun) open.set(keyOf(alert.flagId, alert.condition), alert);
    for (const { open: known, step, companyId } of changes) {
      if (step.kind === 'start' || step.kind === 'end') this.#stale.add(companyId);
      if (!known) continue;
      if (step.kind === 'end') open.delete(keyOf(known.flagId, known.condition));
      else known.overSince = step.kind === 'calm' ? step.overSince : null;
    }
  }

  /**
   * Reloads the open screens of each company whose alerts have changed, at most once per
   * `REFRESH_MS` and company.
   */
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

/** Returns the flags that can have alerts. Flags with simulated poles cannot. */
function findFlags(queries: Queries): Promise<WatchedFlag[]> {
  return queries
    .selectFrom('flags')
    .select([
      'id',
      'owner_id as ownerId',
      'flag_id as flagId',
      'company_id as companyId',
      'location_id as locationId',
    ])
    .where('simulated', '=', false)
    .execute();
}

/** Returns the problems that the half-staff engine reports, by `flags.id`. */
async function engineAlarms(queries: Queries): Promise<ReadonlyMap<string, string>> {
  const rows = await queries
    .selectFrom('engine_poles')
    .select(['flag_id', 'alarm'])
    .where('alarm', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ flag_id, alarm }) => (alarm === null ? [] : [[flag_id, alarm]])));
}
