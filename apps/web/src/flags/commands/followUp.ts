import { DEFAULT_MOVE_TIMEOUT_SECONDS } from '@halyard/domain';
import type { QueryClient } from '@tanstack/react-query';
import { KEYS } from '@/lib/api/query.ts';

/** Milliseconds after a command by PATCH at which the pole may have answered, or its time is up. */
const LOOKS_MS = [3_000, 8_000, DEFAULT_MOVE_TIMEOUT_SECONDS * 1000] as const;

const waiting = new WeakMap<QueryClient, ReturnType<typeof setTimeout>[]>();

/**
 * Without a listen nobody tells what the pole did: the flags are fetched anew a few times after a
 * command. A later command begins the count anew. Nothing else is polled.
 */
export function followUp(client: QueryClient): void {
  for (const timer of waiting.get(client) ?? []) clearTimeout(timer);
  const timers = LOOKS_MS.map((delay) =>
    setTimeout(() => void client.invalidateQueries({ queryKey: KEYS.flags }), delay),
  );
  waiting.set(client, timers);
}
