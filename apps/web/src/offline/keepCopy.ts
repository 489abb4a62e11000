import type { AppConfig, Flag, SessionUser } from '@halyard/domain';
import type { QueryClient } from '@tanstack/react-query';
import { flagsQuery } from '@/lib/api/query.ts';
import { serverNow } from '@/lib/realtime/clock.ts';
import { lastContactAt } from '@/lib/realtime/contact.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { onSessionEnd } from '@/lib/sessionEvents.ts';
import { copyOwner, forgetCopy } from '../lib/session/copyOwner.ts';
import { copyHead, copyPole } from './copy.ts';
import { copyForgottenAt, setCopyOwner } from './copyNews.ts';
import { writeCopy } from './copyStore.ts';

/** How often a copy is stored, in milliseconds. */
const INTERVAL_MS = 30_000;
/**
 * Maximum number of poles copied at every interval. With more poles, copies are proportionally less
 * frequent, because copying 10,000 poles takes tens of milliseconds.
 */
const MANY = 1_000;
/**
 * How long to wait between attempts to store the first copy, in milliseconds. The page itself loads
 * first.
 */
const FIRST_MS = 1_000;

/**
 * Keeps a copy of the data that this user sees. Stores it twice a minute while the page is visible,
 * and immediately when the connection is lost or the user leaves the page. Returns a function that
 * stops this.
 */
export function keepCopy(
  client: QueryClient,
  user: SessionUser,
  { productName }: Pick<AppConfig, 'productName'>,
): () => void {
  const { queryKey } = flagsQuery(user);
  let isChanged = true;
  let keptFlags: readonly Flag[] | null = null;
  let keptAt = 0;
  let isOver = false;
  let isWriting = false;

  const write = async () => {
    const list = client.getQueryState<Flag[]>(queryKey);
    const takenAt = Math.max(lastContactAt() ?? 0, list?.dataUpdatedAt ?? 0);
    if (isOver || isWriting || !list?.data || takenAt <= Math.max(keptAt, copyForgottenAt()))
      return;
    isWriting = true;
    const offset = serverNow() - Date.now();
    const isNew = isChanged || list.data !== keptFlags;
    isChanged = false;
    try {
      const head = copyHead(user.session, { productName, takenAt }, offset);
      const poles = isNew ? copiesOf(list.data, offset) : null;
      await writeCopy(head, poles);
      if (isOver || takenAt <= copyForgottenAt()) {
        // The copy was deleted during the write, so delete what was written.
        if (copyOwner() === null) forgetCopy();
        return;
      }
      setCopyOwner(user.session.key);
      keptAt = takenAt;
      keptFlags = list.data;
    } catch (error) {
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
    const { length } = keptFlags ?? [];
    if (Date.now() - keptAt >= INTERVAL_MS * (length / MANY)) void write();
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

const copiesOf = (flags: readonly Flag[], offset: number) =>
  flags.flatMap((flag) => {
    const view = flagStore.state(flag.id)?.view;
    return view ? [copyPole(flag, view, offset)] : [];
  });
