import type { WriteOutcome } from '../core/database.ts';
import type { Release } from '../core/queue.ts';
import type { Refused } from '../errors.ts';
import type { CredentialRefused, Identity } from '../options.ts';
import type { Connection } from './connection.ts';

/** Answers at this place in the order of events. */
export function reply(connection: Connection, number: number, status: string, data?: string): void {
  connection.context.database.read(() => () => connection.reply(number, status, data));
}

export function refuse(connection: Connection, number: number, reason: Refused): void {
  reply(connection, number, reason.status, JSON.stringify(reason.message));
}

/** Tells whoever runs the server what a client was refused. @param identity null: its credential */
export function tellRefused(
  connection: Connection,
  identity: Identity | null,
  path: readonly string[],
  error: CredentialRefused | Refused,
): void {
  const { remoteAddress, context } = connection;
  context.onRefused({ identity, kind: 'wire', remoteAddress, path, error });
}

/** The answer to a write, by how it ended. */
export function answer(
  connection: Connection,
  number: number,
  path: readonly string[],
): (outcome: WriteOutcome) => Release {
  return (outcome) => () => {
    if (outcome.kind === 'ok') connection.reply(number, 'ok', '""');
    else if (outcome.kind === 'stale') {
      connection.reply(number, 'datastale', '"Transaction hash does not match"');
    } else {
      const { status, message } = outcome.reason;
      tellRefused(connection, connection.identity, path, outcome.reason);
      connection.reply(number, status, JSON.stringify(message));
    }
  };
}
