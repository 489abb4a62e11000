import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.ts';

/** The server under attack and the problems found so far. */
export interface Target {
  port: number;
  /** A value that no attacker may ever receive. */
  secret: string;
  findings: string[];
  /** Number of attacks so far, by name. */
  counts: Map<string, number>;
}

export type Attack = (target: Target, random: Random) => Promise<void>;

/** Checks what an attacker received in response to what it sent. */
export function inspect(target: Target, sent: string, received: string): void {
  const found = (what: string): void => {
    target.findings.push(`${what}: sent ${JSON.stringify(sent.slice(-2000))}`);
  };
  if (received.includes(target.secret)) found('A secret got out');
  const fault = /HTTP\/1\.1 5\d\d [^\r]*/.exec(received);
  if (fault !== null) found(fault[0]);
}

/** Waits up to `ms` for a condition that may never become true. */
export async function settle(condition: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!condition() && performance.now() < end) await delay(2);
}
