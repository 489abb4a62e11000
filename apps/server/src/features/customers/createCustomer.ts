import {
  COMPANY_ROLE,
  type CustomerCreate,
  type CustomerCreated,
  FLAG_ID_TAKEN,
  locationId,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { refusingTaken } from '../../platform/database/scope.ts';
import type { Trx } from '../../platform/database/tables/schema.ts';
import { newId, uniqueKey } from '../../platform/database/text.ts';
import { AppError } from '../../platform/errors.ts';
import { chargeMails, returnMails } from '../../platform/mail/budget.ts';
import { queueMails } from '../../platform/mail/queue.ts';
import type { MailSettings } from '../../platform/mail/settings.ts';
import { ownerOf } from '../../realtime/outbox/mirroredChanges.ts';
import { recordActivity } from '../activity/record.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { FLAG_ID_KEY, oneFlag, storeFlags, withCredentials } from '../flags/flags.ts';
import { type NewDeviceKey, withNewDeviceKeys } from '../flags/keys/keys.ts';
import { companyInScope } from '../fleet/companies.ts';
import { locationInScope } from '../fleet/locations.ts';
import { storeInvitation } from '../identity/invitations/invitations.ts';
import { storeCompanies } from './companies/companies.ts';
import { invitationMail } from './invitationMail.ts';
import { requireCoordinatePair } from './locations/editLocations.ts';
import { storeLocations } from './locations/locations.ts';

/**
 * Creates a company, its first location, poles and device keys, and an invitation for its first
 * user, all in one transaction. Emails the invitation to the user. Without a mail server or public
 * URL, returns the invitation code instead.
 * @throws AppError `conflict` if a flag ID is taken (the error contains the ID); `rate-limited` if
 * today's email limit is used up
 */
export async function createCustomer(
  ctx: Context,
  input: CustomerCreate,
  settings: MailSettings,
): Promise<CustomerCreated> {
  const scope = requireScope(ctx, 'company.create');
  requireScope(ctx, 'location.create');
  requireScope(ctx, 'flag.create');
  requireScope(ctx, 'invitation.create');
  requireCoordinatePair(input.location);
  const now = ctx.clock();
  const companyId = newId();
  const place = { companyId, locationId: locationId(companyId, input.location.city, now) };
  const poles = input.poles.map((pole) => ({ ...pole, id: newId() }));
  const { publicUrl } = settings;
  const mails = ctx.mailer !== null && publicUrl !== null ? 1 : 0;
  await chargeMails(ctx.db, settings, 'people', ctx.actor.companyId, mails, now);
  const { keys, invitation } = await refusingTaken(FLAG_ID_KEY, () =>
    withNewDeviceKeys(
      ctx,
      poles.map(({ flagId }) => flagId),
      async (trx, keys) => {
        await refuseTakenIds(trx, poles);
        await storeCompanies(trx, [{ ...input.company, id: companyId }], now);
        await storeLocations(trx, [{ ...input.location, companyId, id: place.locationId }], now);
        await storePoles(trx, ctx, place, poles, keys);
        await recordActivity(
          trx,
          ctx,
          { kind: 'company.created', companyId, subject: input.company.name },
          { kind: 'location.created', ...place, subject: input.location.name },
          ...poles.map(({ id, name }) => ({
            kind: 'flag.created' as const,
            ...{ ...place, flagId: id, subject: name },
          })),
        );
        const user = { role: COMPANY_ROLE, companyId, locationId: null } as const;
        const invitation = await storeInvitation(trx, ctx, user);
        if (mails > 0 && publicUrl !== null)
          await queueMails(
            trx,
            [
              invitationMail({
                to: input.email,
                company: input.company.name,
                productName: settings.productName,
                link: `${publicUrl}/join/${invitation.code}`,
              }),
            ],
            now,
          );
        return { keys, invitation };
      },
    ),
  ).catch(async (error: unknown) => {
    await returnMails(ctx.db, 'people', ctx.actor.companyId, mails);
    throw error;
  });
  const { queries } = ctx.db;
  const { id, code, expiresAt } = invitation;
  return {
    company: await companyInScope(queries, scope, companyId),
    location: await locationInScope(queries, scope, place.locationId),
    flags: await Promise.all(
      poles.map(async (pole, i) => withCredentials(await oneFlag(ctx, scope, pole.id), keys[i]!)),
    ),
    invitation: { id, email: input.email, code: mails > 0 ? null : code, expiresAt },
  };
}

interface NewPole {
  id: string;
  name: string;
  flagId: string;
}

/**
 * Rejects flag IDs that are already taken. The database would reject them too, but its error would
 * not say which ID is taken.
 */
async function refuseTakenIds(trx: Trx, poles: readonly NewPole[]): Promise<void> {
  if (poles.length === 0) return;
  const keys = poles.map(({ flagId }) => uniqueKey(flagId));
  const taken = await trx
    .selectFrom('flags')
    .select('flag_id_key')
    .where('flag_id_key', 'in', keys)
    .executeTakeFirst();
  const pole = poles[keys.indexOf(taken?.flag_id_key ?? '')];
  if (pole)
    throw new AppError(
      'conflict',
      msg`${{ flagId: pole.flagId }}: ${{ problem: messageOf(FLAG_ID_TAKEN) }}`,
    );
}

async function storePoles(
  trx: Trx,
  ctx: Context,
  place: { companyId: string; locationId: string },
  poles: readonly NewPole[],
  keys: readonly NewDeviceKey[],
): Promise<void> {
  const ownerId = ownerOf(place.companyId);
  await storeFlags(
    trx,
    ctx,
    poles.map((pole, i) => ({ ...pole, ...place, ownerId, key: keys[i]! })),
  );
}
