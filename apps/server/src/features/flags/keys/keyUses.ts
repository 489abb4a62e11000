import { createLastUses } from '../../../platform/database/lastUses.ts';
import type { Services } from '../../calls/context.ts';
import { acceptFirstReports } from './firstReports.ts';
import type { DeviceKeyHolder } from './keys.ts';

/** Records which device keys poles use to send reports. Using a key only to read does not count. */
export interface KeyUses {
  /** Records that a client signed in with a device key. */
  presented(holder: Pick<DeviceKeyHolder, 'keyId' | 'lastUsedAt'>): void;
  /** Records that a client wrote a report for the flag after signing in with a device key. */
  reported(keyId: string): void;
  /** Writes the recorded uses of device keys from memory to the database. */
  flush(): Promise<void>;
}

/**
 * How long, in ms, to collect first reports with new keys before the flags' older keys are
 * invalidated. The time is short, because a user may be waiting for the pole.
 */
const GATHER_MS = 100;
/**
 * How long, in ms, to collect first reports if the previous batch of keys was handled within the
 * last GATHER_MORE_MS. This is longer than GATHER_MS, because many poles may be starting at once
 * and each batch makes browsers reload their lists.
 */
const GATHER_MORE_MS = 3000;
/**
 * The maximum number of device keys that one transaction handles, so that it does not block other
 * transactions for long.
 */
const MAX_KEYS = 200;

/**
 * Creates the object that records how device keys are used. A key's first report takes effect
 * immediately (firstReports.ts). Later uses are stored once a minute.
 */
export function createKeyUses(services: Services): KeyUses {
  const uses = createLastUses(services.db, services.clock, 'device_keys');
  /** The device keys that no pole has reported with yet, as far as this process knows. */
  const unused = new Set<string>();
  let gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  let workedAt = Number.NEGATIVE_INFINITY;

  const work = async () => {
    const keyIds = [...gathered];
    gathered = new Set();
    if (keyIds.length > 0) workedAt = services.clock();
    try {
      for (let start = 0; start < keyIds.length; start += MAX_KEYS) {
        const some = keyIds.slice(start, start + MAX_KEYS);
        await acceptFirstReports(services, some);
        for (const id of some) unused.delete(id);
      }
    } catch (error) {
      services.log.warn(
        { err: error },
        'First reports with device keys could not be stored. The next reports will be',
      );
    }
  };
  const workNow = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    working = working.then(work);
    return working;
  };

  return {
    presented({ keyId, lastUsedAt }) {
      if (lastUsedAt === null) unused.add(keyId);
    },
    reported(keyId) {
      if (!unused.has(keyId)) return uses.note(keyId);
      gathered.add(keyId);
      const isMore = services.clock() - workedAt < GATHER_MORE_MS;
      timer ??= setTimeout(() => void workNow(), isMore ? GATHER_MORE_MS : GATHER_MS).unref();
    },
    async flush() {
      await workNow();
      await uses.flush();
    },
  };
}
