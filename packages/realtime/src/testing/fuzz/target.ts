import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.ts';

/** The server under attack, and what was found out about it. */
export interface Target {
  port: number;
  /** No attacker may ever be sent this. */
  secret: string;
  findings: string[];
  /** Attacks so far, by name. */
  counts: Map<string, number>;
}

export type Attack = (target: Target, random: Random) => Promise<void>;

/** Looks at what an attacker received for what it had sent. */
export function inspect(target: Target, sent: string, received: string): void {
  const found = (what: string): void => {
    target.findings.push(`${what}: sent ${JSON.stringify(sent.slice(-2000))}`);
  };
  if (received.includes(target.secret)) found('A secret got out');
  const fault = /HTTP\/1\.1 5\d\d [^\r]*/.exec(received);
  if (fault !== null) found(fault[0]);
}

/** Waits for something that need not come. */
export async function settle(condition: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!condition() && performance.now() < end) await delay(2);
}
