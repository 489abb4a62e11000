import type { Release } from '../core/queue.ts';
import type { WriteOutcome } from '../core/write.ts';
import type { Refused } from '../errors.ts';
import type { RefusedRequest } from '../options.ts';
import type { Connection } from './connection.ts';
import type { WireRequest } from './request.ts';

/** Responds to a request once all earlier writes have been stored or rejected. */
export function reply(connection: Connection, number: number, status: string, data?: string): void {
  connection.context.database.read(() => () => connection.reply(number, status, data));
}

export function refuse(connection: Connection, number: number, reason: Refused): void {
  reply(connection, number, reason.status, JSON.stringify(reason.message));
}

/** Notifies the host that a request was rejected. */
export function replyRefused(
  { identity, context }: Connection,
  { remoteAddress }: WireRequest,
  refused: Pick<RefusedRequest, 'asked' | 'path' | 'error'>,
): void {
  context.onRefused({ identity, transport: 'wire', remoteAddress, ...refused });
}

/** Returns a function that sends the response to a write, given the outcome of the write. */
export function answer(
  connection: Connection,
  request: WireRequest,
  path: readonly string[],
): (outcome: WriteOutcome) => Release {
  const { number } = request;
  return (outcome) => () => {
    if (outcome.kind === 'ok') connection.reply(number, 'ok', '""');
    else if (outcome.kind === 'stale') {
      connection.reply(number, 'datastale', '"Transaction hash does not match"');
    } else {
      const { status, message } = outcome.reason;
      replyRefused(connection, request, { asked: 'write', path, error: outcome.reason });
      connection.reply(number, status, JSON.stringify(message));
    }
  };
}

/** Returns the response to a read that the rules or a limit do not allow. */
export function answerRefusedRead(
  connection: Connection,
  request: WireRequest,
  path: readonly string[],
  error: Refused,
): Release {
  return () => {
    replyRefused(connection, request, { asked: 'read', path, error });
    connection.reply(request.number, error.status, JSON.stringify(error.message));
  };
}
