import { ALL_OFF, type Flag } from '@halyard/domain';
import { msg, t } from '@halyard/messages';
import { newId } from '../../../platform/database/text.ts';
import { AppError } from '../../../platform/errors.ts';
import { hardwarePath, leaves, ownerOf } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { lockLocation } from '../../fleet/locations.ts';
import { oneFlag, storeFlags } from '../flags.ts';
import { reporting } from './pole.ts';

/** A simulated pole's initial state. */
const STATES = { ...ALL_OFF, flagUp: true };

/**
 * Adds a simulated pole, so that users can try out the console before they have a real pole. It has
 * no device key, and alerts and compliance ignore it.
 * @throws AppError `not-found` outside the caller's scope; `conflict` if the location already has a
 * simulated pole
 */
export async function createSimulatedPole(ctx: Context, locationId: string): Promise<Flag> {
  const scope = requireScope(ctx, 'flag.create');
  const now = ctx.clock();
  const id = newId();
  const flagId = `SIM-${newId()}`;
  const name = t`Simulated pole`;
  const address = await change(ctx, async (trx) => {
    const { company_id: companyId } = await lockLocation(trx, scope, locationId);
    const present = await trx
      .selectFrom('flags')
      .select('id')
      .where('location_id', '=', locationId)
      .where('simulated', '=', true)
      .executeTakeFirst();
    if (present) throw new AppError('conflict', msg`This location already has a simulated pole.`);
    const place = { ownerId: ownerOf(companyId), flagId };
    await storeFlags(trx, ctx, [
      { ...place, id, name, companyId, locationId, key: null, isSimulated: true },
    ]);
    // The current position is also the desired one, because nobody has moved the pole yet.
    await enqueue(trx, leaves(hardwarePath(place), STATES), now);
    await recordActivity(trx, ctx, {
      kind: 'flag.created',
      ...{ companyId, locationId, flagId: id, subject: name },
      detail: { about: 'simulated' },
    });
    return place;
  });
  // If this fails, the next run of `simulatedPoleJob` sends the report.
  await ctx.link
    .report(address, reporting(STATES, now))
    .catch((error: unknown) => ctx.log.warn({ err: error, flagId }, 'A new pole did not report'));
  return oneFlag(ctx, scope, id);
}
