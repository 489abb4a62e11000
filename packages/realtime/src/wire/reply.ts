import type { Refused } from '../errors.ts';
import type { Connection } from './connection.ts';

/** Answers at this place in the order of events. */
export function reply(connection: Connection, number: number, status: string, data?: string): void {
  connection.context.database.read(() => () => connection.reply(number, status, data));
}

export function refuse(connection: Connection, number: number, reason: Refused): void {
  reply(connection, number, reason.status, JSON.stringify(reason.message));
}
