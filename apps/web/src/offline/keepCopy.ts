import {
  type AppConfig,
  type Flag,
  type FlagListQuery,
  type FlagPage,
  LIST_PAGE_MAX,
  type SessionUser,
} from '@halyard/domain';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError, NetworkError } from '@/lib/api/api.ts';
import { listPageQuery } from '@/lib/api/listPages.ts';
import { KEYS } from '@/lib/api/query.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { lastContactAt } from '@/lib/realtime/contact.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { onSessionEnd } from '@/lib/sessionEvents.ts';
import { copyOwner, forgetCopy } from '../lib/session/copyOwner.ts';
import { copyHead, copyPole } from './copy.ts';
import { copyForgottenAt, setCopyOwner } from './copyOwnership.ts';
import { writeCopy } from './copyStore.ts';

/** How often to write the offline copy, in milliseconds. */
const INTERVAL_MS = 30_000;
/**
 * A fetched list of flags goes into the offline copy only if it is at most this many milliseconds
 * old.
 */
const KNOWN_MS = 5 * 60_000;
/** The delay before each attempt to store the first offline copy, in milliseconds. */
const FIRST_MS = 1_000;

/**
 * Stores an offline copy of the data that this user sees: twice a minute while the page is visible,
 * and immediately when the connection is lost or the user leaves the page.
 * @returns a function that stops storing copies
 */
export function keepCopy(
  client: QueryClient,
  user: SessionUser,
  { productName }: Pick<AppConfig, 'productName'>,
): () => void {
  let isChanged = true;
  let keptCount = 0;
  let keptAt = 0;
  /** The time to try again after a failed request, in epoch milliseconds. */
  let restsUntil = 0;
  let isOver = false;
  let isWriting = false;

  const write = async () => {
    if (isOver || isWriting || Date.now() < restsUntil) return;
    isWriting = true;
    try {
      const { flags, takenAt } = await knownFlags(client);
      if (isOver || flags.length === 0 || takenAt <= Math.max(keptAt, copyForgottenAt())) return;
      const offset = serverNow() - Date.now();
      const isNew = isChanged || flags.length !== keptCount;
      isChanged = false;
      const head = copyHead(user.session, { productName, takenAt }, offset);
      const poles = isNew ? copiesOf(flags, offset) : null;
      await writeCopy(head, poles);
      if (isOver || takenAt <= copyForgottenAt()) {
        // The copy was deleted during the write, so delete what was written.
        if (copyOwner() === null) forgetCopy();
        return;
      }
      setCopyOwner(user.session.key);
      keptAt = takenAt;
      keptCount = flags.length;
    } catch (error) {
      if (error instanceof ApiError || error instanceof NetworkError) {
        restsUntil = Date.now() + INTERVAL_MS;
        return;
      }
      // The window is private or there is no space left. Do not try again until the page opens the
      // next time.
      isOver = true;
      console.info('Nothing is kept for use without a network:', error);
    } finally {
      isWriting = false;
    }
  };
  const writeInSight = () => {
    if (document.visibilityState !== 'visible') return;
    void write();
  };
  const writeOnLeaving = () => {
    if (document.visibilityState === 'hidden') void write();
  };

  let connection = realtime.connection;
  const stops = [
    flagStore.subscribeAny(() => {
      isChanged = true;
    }),
    realtime.subscribe(() => {
      const before = connection;
      connection = realtime.connection;
      if (before === 'connected' && connection !== 'connected') void write();
    }),
    onSessionEnd(() => {
      isOver = true;
    }),
  ];
  const first = setInterval(() => {
    if (keptAt > 0) clearInterval(first);
    else writeInSight();
  }, FIRST_MS);
  const timer = setInterval(writeInSight, INTERVAL_MS);
  document.addEventListener('visibilitychange', writeOnLeaving);
  return () => {
    isOver = true;
    for (const stop of stops) stop();
    clearInterval(first);
    clearInterval(timer);
    document.removeEventListener('visibilitychange', writeOnLeaving);
  };
}

/**
 * Returns the flags to copy, up to the maximum: first the flags in recently fetched lists, then
 * other flags in ID order. `takenAt` is the time when all of these flags were last known to be
 * current, in epoch milliseconds.
 */
async function knownFlags(
  client: QueryClient,
): Promise<{ flags: readonly Flag[]; takenAt: number }> {
  const seen = () => {
    const flags = new Map<string, Flag>();
    let answeredAt = Number.POSITIVE_INFINITY;
    let total: number | undefined;
    for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: PAGES })) {
      const page = state.data as FlagPage | undefined;
      if (!page || Date.now() - state.dataUpdatedAt > KNOWN_MS) continue;
      for (const flag of page.items) flags.set(flag.id, flag as Flag);
      answeredAt = Math.min(answeredAt, state.dataUpdatedAt);
      const query = queryKey.at(-1) as FlagListQuery;
      if (query.company === undefined && query.location === undefined)
        total = page.summary?.total ?? total;
    }
    return { flags: [...flags.values()], answeredAt, total };
  };
  let { flags, answeredAt, total } = seen();
  if (total === undefined || flags.length < Math.min(total, LIST_PAGE_MAX)) {
    await client.fetchQuery({
      ...listPageQuery('listFlags', { page: '1', limit: String(LIST_PAGE_MAX) }),
      staleTime: KNOWN_MS,
    });
    ({ flags, answeredAt } = seen());
  }
  const isLive = flags.every(({ id }) => flagStore.liveRecord(id) !== undefined);
  return { flags, takenAt: isLive ? Math.max(lastContactAt() ?? 0, answeredAt) : answeredAt };
}

const PAGES = [...KEYS.flags, 'page'];

const copiesOf = (flags: readonly Flag[], offset: number) =>
  flags.flatMap((flag) => {
    const view = flagStore.state(flag.id)?.view;
    return view ? [copyPole(flag, view, offset)] : [];
  });
