import { DEFAULT_MOVE_TIMEOUT_SECONDS } from '@halyard/domain';
import type { QueryClient } from '@tanstack/react-query';
import { KEYS } from '@/lib/api/query.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import type { CommandTarget, SavedBy } from './commands.ts';

/** How long a pole usually takes to respond to a command, in milliseconds. */
const ANSWER_MS = DEFAULT_MOVE_TIMEOUT_SECONDS * 1000;
/** Delays after a PATCH command before the flags are fetched, in milliseconds. */
const LOOKS_MS = [3_000, 8_000, ANSWER_MS] as const;

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>[]>();

/**
 * Keeps the screen up to date after a command. If the flags have no realtime listeners, or lose
 * them soon after the command, fetches the flags a few times.
 */
export function followUp(
  client: QueryClient,
  path: SavedBy,
  flags: readonly Pick<CommandTarget, 'firebaseUserId' | 'flagId'>[],
): void {
  if (path === 'patch') return fetchLater(client);
  const unsubscribe = realtime.subscribe(() => {
    if (!flags.some((flag) => realtime.writePath(flag) === 'patch')) return;
    end();
    fetchLater(client);
  });
  const timer = setTimeout(unsubscribe, ANSWER_MS);
  const end = () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

function fetchLater(client: QueryClient): void {
  for (const timer of waiting.get(client) ?? []) clearTimeout(timer);
  const timers = LOOKS_MS.map((delay) =>
    setTimeout(() => void client.invalidateQueries({ queryKey: KEYS.flags }), delay),
  );
  waiting.set(client, timers);
}
