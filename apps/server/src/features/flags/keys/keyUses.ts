import { createLastUses } from '../../../platform/database/lastUses.ts';
import type { Services } from '../../calls/context.ts';
import { acceptFirstReports } from './firstReports.ts';
import type { DeviceKeyHolder } from './keys.ts';

/** Which device keys poles report with. To read with a key, as a person may who tries it, is no use of it. */
export interface KeyUses {
  /** The key was looked up for someone who brought it. */
  presented(holder: Pick<DeviceKeyHolder, 'keyId' | 'lastUsedAt'>): void;
  /** Somebody who presented the key has reported on the flag's node. */
  reported(keyId: string): void;
  /** Writes what is still in memory. */
  flush(): Promise<void>;
}

/** Milliseconds in which first reports gather: somebody may be waiting for that of one pole. */
const GATHER_MS = 100;
/** The same soon after others: a fleet that is switched on has every screen fetch its lists anew. */
const GATHER_MORE_MS = 3000;
/** Keys in one transaction: it must not hold up everyone else. */
const MAX_KEYS = 200;

/** A key's first report counts at once (firstReports.ts); when it was last used is written once a minute. */
export function createKeyUses(services: Services): KeyUses {
  const uses = createLastUses(services.db, services.clock, 'device_keys');
  /** Keys that were presented and not reported with before, as far as is known. */
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
        'First reports with device keys could not be noted; the next reports will be',
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
