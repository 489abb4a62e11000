import type { Context } from '../../calls/context.ts';
import type { Sessions } from './sessions.ts';

/** Returns the IDs of the accounts that are marked as online (decisions, "Roles"). */
export async function onlineUserIds(
  ctx: Context,
  sessions: Sessions,
): Promise<ReadonlySet<string>> {
  const online = await sessions.activeUserIds();
  for (const id of ctx.link.connectedUserIds()) online.add(id);
  return online;
}
