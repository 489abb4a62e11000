import type { RefusedDevices } from '@halyard/domain';
import { noSuchPage } from '../../../platform/errors.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import type { HandlersOf } from '../../calls/handlers.ts';
import { findRefusals, type PageStart } from './queries.ts';

/** Number of rejected devices per page. */
const PAGE = 100;

/** Returns a page of the rejected devices that the caller may see. */
async function listRefusedDevices(ctx: Context, before?: string): Promise<RefusedDevices> {
  const scope = requireScope(ctx, 'refusedDevice.read');
  const after = before === undefined ? null : readCursor(before);
  const found = await findRefusals(ctx.db.queries, scope, { after, limit: PAGE + 1 });
  const last = found.length > PAGE ? found[PAGE - 1] : undefined;
  return {
    devices: found.slice(0, PAGE),
    next: last ? `${last.lastAt}-${last.id}` : null,
    isWatched: ctx.link.seesDevices,
  };
}

function readCursor(cursor: string): PageStart {
  const parts = /^(\d{1,15})-([0-9a-f]+)$/.exec(cursor);
  if (!parts) throw noSuchPage();
  return { lastAt: Number(parts[1]), id: parts[2]! };
}

export const refusedDeviceHandlers: HandlersOf<'listRefusedDevices'> = {
  listRefusedDevices: ({ ctx, query }) => listRefusedDevices(ctx, query.before),
};
