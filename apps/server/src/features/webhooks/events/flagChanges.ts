import { EVENT_TYPES, type FlagRecord, ONLINE_SECONDS } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { uniqueKey } from '../../../platform/database/text.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { Services } from '../../calls/context.ts';
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
 * If nothing was checked for this long (in ms), changes may have been missed, for example because
 * the machine was suspended.
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
interface Told extends StateChange {
  address: FlagAddress;
  at: number;
}

const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * Turns reports of poles into webhook events, several at a time. If no webhook subscribes to such
 * events, it stores nothing and causes almost no work. At the start, it only remembers the current
 * state. It sends nothing about earlier changes, and never says that poles are offline because the
 * server was down.
 */
export class FlagChanges {
  readonly #services: Services;
  readonly #unwatch: () => void;
  /** The known states of flags. Null while no webhook subscribes to these events. */
  #known: Map<string, Known> | null = null;
  readonly #touched = new Map<string, FlagAddress>();
  #told: Told[] = [];
  #beganAt = 0;
  #lastRoundAt = 0;

  constructor(services: Services) {
    this.#services = services;
    this.#unwatch = services.link.watch((address) => {
      if (this.#known) this.#touched.set(keyOf(address), address);
    });
  }

  stop(): void {
    this.#unwatch();
    this.#forget();
  }

  /** Checks every flag whose state may have changed, and queues the events. */
  async round(): Promise<void> {
    const { db, link, clock } = this.#services;
    const wanted = (await isAnyWanted(db.queries, TYPES)) && (await link.isHealthy());
    if (!wanted) return this.#forget();
    const now = clock();
    if (!this.#known || now - this.#lastRoundAt > GAP_MS) await this.#begin(now);
    this.#lastRoundAt = now;
    for (const [key, address] of this.#due(now)) this.#look(key, address, now);
    await this.#tell();
  }

  #forget(): void {
    this.#known = null;
    this.#touched.clear();
    this.#told = [];
  }

  async #begin(now: number): Promise<void> {
    this.#forget();
    this.#known = new Map();
    this.#beganAt = now;
    const flags = await this.#services.db.queries
      .selectFrom('flags')
      .select(['owner_id as ownerId', 'flag_id as flagId'])
      .execute();
    for (const address of flags) {
      const before = { ...NOTHING_HEARD, isOnline: null };
      this.#known.set(keyOf(address), this.#stateOf(address, before, now).known);
    }
  }

  /** Returns the flags that have reported, and those whose next check is due. */
  #due(now: number): Map<string, FlagAddress> {
    const due = new Map(this.#touched);
    this.#touched.clear();
    for (const [key, { lookAt, address }] of this.#known ?? [])
      if (lookAt <= now) due.set(key, address);
    return due;
  }

  #look(key: string, address: FlagAddress, now: number): void {
    const before = this.#known?.get(key) ?? NOTHING_HEARD;
    const { known, record } = this.#stateOf(address, before, now);
    this.#known?.set(key, known);
    for (const change of changesBetween(before, known, record))
      this.#told.push({ ...change, address, at: now });
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

  /** Queues the events. If the database is not available, they are queued the next time. */
  async #tell(): Promise<void> {
    const told = this.#told;
    if (told.length === 0) return;
    await this.#services.db.transaction(async (trx) => {
      const flags = await findFlags(trx, told);
      const events = told.flatMap(({ type, data, address, at }): WebhookEvent[] => {
        const flag = flags.get(keyOf(address));
        if (!flag) return [];
        const { companyId, ...shown } = flag;
        return [{ companyId, type, at, data: { flag: shown, ...data } }];
      });
      await enqueueEvents(trx, events);
    });
    this.#told = [];
  }
}

/** Returns the flags at these paths. Leaves out paths without a flag. */
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
