import { EVENT_TYPES, type FlagRecord, ONLINE_SECONDS } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import { DueTimes } from '../../../platform/jobs/dueTimes.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { Services } from '../../calls/context.ts';
import type { PoleIndex } from '../../halfStaff/poles/poleIndex.ts';
import { enqueueEvents, isAnyWanted, type WebhookEvent } from './events.ts';
import {
  changesBetween,
  type FlagState,
  flagStateOf,
  NOTHING_HEARD,
  type StateChange,
} from './flagState.ts';

/** The types of events that are based on pole reports. */
const TYPES = EVENT_TYPES.filter((type) => /^(flag|command)\./.test(type));
/**
 * The maximum time in ms between two checks for webhook events. After a longer gap, for example
 * because the machine was suspended, changes may have been missed. The current states are then
 * treated as initial states, and cause no events.
 */
const GAP_MS = 60_000;
/**
 * The maximum number of flags per SQL statement. It stays below the parameter limits of both
 * database engines.
 */
const FLAGS_PER_STATEMENT = 5000;

interface Known extends FlagState {
  address: FlagAddress;
}
interface FlagChange extends StateChange {
  address: FlagAddress;
  at: number;
}

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * Turns poles' reports into webhook events, in batches. Tracks flags only while a webhook
 * subscribes to events about them. Sends no events about changes before the server's start, or
 * about poles that look offline only because the server was down.
 */
export class FlagChanges {
  readonly #services: Services;
  readonly #poles: PoleIndex;
  readonly #unwatch: () => void;
  /** The last known state of each flag. Null while no webhook subscribes to events about flags. */
  #known: Map<string, Known> | null = null;
  /** When each flag's state will change if its pole sends no more reports. */
  readonly #times = new DueTimes<string>();
  readonly #touched = new Map<string, FlagAddress>();
  #unqueued: FlagChange[] = [];
  #beganAt = 0;
  #lastRoundAt = 0;

  /**
   * Starts listening for poles' reports.
   * @param poles the index of poles that the jobs of this process share
   */
  constructor(services: Services, poles: PoleIndex) {
    this.#services = services;
    this.#poles = poles;
    this.#unwatch = services.link.watch((address) => {
      if (this.#known) this.#touched.set(keyOf(address), address);
    });
  }

  stop(): void {
    this.#unwatch();
    this.#forget();
  }

  /**
   * Checks every flag whose state may have changed, and queues webhook events about the changes.
   */
  async round(): Promise<void> {
    const { db, link, clock } = this.#services;
    const wanted = (await isAnyWanted(db.queries, TYPES)) && (await link.isHealthy());
    if (!wanted) return this.#forget();
    const now = clock();
    if (!this.#known || now - this.#lastRoundAt > GAP_MS) await this.#begin(now);
    this.#lastRoundAt = now;
    for (const [key, address] of this.#due(now)) this.#look(key, address, now);
    await this.#queueEvents();
  }

  #forget(): void {
    this.#known = null;
    this.#times.clear();
    this.#touched.clear();
    this.#unqueued = [];
  }

  async #begin(now: number): Promise<void> {
    await this.#poles.current();
    this.#forget();
    this.#known = new Map();
    this.#beganAt = now;
    for (const { flag } of this.#poles.values()) {
      const address = { ownerId: flag.ownerId, flagId: flag.flagId };
      const before = { ...NOTHING_HEARD, isOnline: null };
      this.#know(keyOf(address), this.#stateOf(address, before, now).known);
    }
  }

  #know(key: string, known: Known): void {
    this.#known?.set(key, known);
    this.#times.set(key, known.lookAt);
  }

  /**
   * Returns the flags whose poles have reported since the last call, and the flags whose next check
   * is due.
   */
  #due(now: number): Map<string, FlagAddress> {
    const due = new Map(this.#touched);
    this.#touched.clear();
    for (const key of this.#times.take(now)) {
      const known = this.#known?.get(key);
      if (known) due.set(key, known.address);
    }
    return due;
  }

  #look(key: string, address: FlagAddress, now: number): void {
    const before = this.#known?.get(key) ?? NOTHING_HEARD;
    const { known, record } = this.#stateOf(address, before, now);
    this.#know(key, known);
    for (const change of changesBetween(before, known, record))
      this.#unqueued.push({ ...change, address, at: now });
  }

  #stateOf(
    address: FlagAddress,
    before: FlagState,
    now: number,
  ): { known: Known; record: FlagRecord } {
    const record = this.#services.link.record(address);
    const knowsOfflineFrom = this.#beganAt + ONLINE_SECONDS * 1000;
    return {
      known: { address, ...flagStateOf(record, before, now, knowsOfflineFrom) },
      record,
    };
  }

  /** Queues webhook events. If the database is not available, they are queued at the next call. */
  async #queueEvents(): Promise<void> {
    const changes = this.#unqueued;
    if (changes.length === 0) return;
    await this.#services.db.transaction(async (trx) => {
      const flags = await findFlags(trx, changes);
      const events = changes.flatMap(({ type, data, address, at }): WebhookEvent[] => {
        const flag = flags.get(keyOf(address));
        if (!flag) return [];
        const { companyId, ...shown } = flag;
        return [{ companyId, type, at, data: { flag: shown, ...data } }];
      });
      await enqueueEvents(trx, events);
    });
    this.#unqueued = [];
  }
}

/** Returns the flags at these paths in the realtime database. Leaves out paths without a flag. */
async function findFlags(queries: Queries, of: readonly { address: FlagAddress }[]) {
  const keys = [...new Set(of.map(({ address }) => uniqueKey(address.flagId)))];
  const flags = new Map<
    string,
    { id: string; flagId: string; name: string; locationId: string; companyId: string }
  >();
  for (let start = 0; start < keys.length; start += FLAGS_PER_STATEMENT) {
    const rows = await queries
      .selectFrom('flags')
      .select(['id', 'flag_id', 'owner_id', 'name', 'company_id', 'location_id'])
      .where('flag_id_key', 'in', keys.slice(start, start + FLAGS_PER_STATEMENT))
      .execute();
    for (const row of rows)
      flags.set(keyOf({ ownerId: row.owner_id, flagId: row.flag_id }), {
        id: row.id,
        flagId: row.flag_id,
        name: row.name,
        locationId: row.location_id,
        companyId: row.company_id,
      });
  }
  return flags;
}
