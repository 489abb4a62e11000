import { OPERATOR_ROLE, type Registration } from '@halyard/domain';
import { refusingTaken } from '../../../platform/database/scope.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newId, uniqueKey } from '../../../platform/database/text.ts';
import {
  chargeAddress,
  REGISTER_BY_ADDRESS,
  refundAddress,
} from '../../../platform/limits/rateLimits.ts';
import { takeMails, takeMailTo } from '../../../platform/mail/budget.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import { companyChanged, profileMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivityOf } from '../../activity/record.ts';
import { change, type Services, type Session } from '../../calls/context.ts';
import type { SignInFrom } from '../../calls/handlers.ts';
import { mailConfirmation } from '../email/emailConfirmations.ts';
import { claimInvitation, invalidCode, isInvitationCode } from '../invitations/invitations.ts';
import { refuseGuessable } from '../passwords/newPasswords.ts';
import { strangerAt, withHasher } from '../passwords/passwords.ts';
import { sessionUserOf } from '../queries.ts';
import { endSessions, type Sessions } from '../sessions/sessions.ts';
import { USERNAME_KEY } from '../users/users.ts';
import { claimSetupCode, isSetupCode } from './setUpCode.ts';
import type { Started } from './started.ts';

const FIRST_MASTER = { role: OPERATOR_ROLE, company_id: null, location_id: null } as const;

/**
 * Creates the first master with the setup code, or an account for an invitation (decisions,
 * "Roles"), and signs the user in. Uses up the code in the same transaction.
 */
export async function register(
  services: Services,
  sessions: Sessions,
  settings: MailSettings,
  input: Registration,
  from: SignInFrom & { session: Session | null },
): Promise<Started> {
  const { db, link, clock } = services;
  const codeHash = hashSecret(input.code);
  const { setup, passwordHash } = await withHasher(strangerAt(from.address), async (hasher) => {
    await chargeAddress(db, 'register', from.address, REGISTER_BY_ADDRESS, clock());
    const setup = await isSetupCode(db.queries, codeHash);
    // Check the code first, so that a wrong guess does not take the time of hashing a password.
    if (!setup && !(await isInvitationCode(db.queries, codeHash, clock()))) throw invalidCode();
    refuseGuessable(input.password, input.username);
    return { setup, passwordHash: await hasher.hash(input.password) };
  });
  const id = newId();
  const now = clock();
  const { started, ended } = await refusingTaken(USERNAME_KEY, () =>
    change(services, async (trx) => {
      const account = setup
        ? (await claimSetupCode(trx, codeHash)) && FIRST_MASTER
        : await claimInvitation(trx, codeHash, now);
      if (!account) throw invalidCode();
      const { company_id: companyId } = account;
      const row = {
        id,
        username: input.username,
        username_key: uniqueKey(input.username),
        password_hash: passwordHash,
        first_name: input.firstName,
        last_name: input.lastName,
        email: input.email,
        // Only the operator has the setup code. An invitation does not prove that the user owns the
        // email address.
        confirmed_email: setup ? input.email : '',
        phone: input.phone,
        ...account,
        all_companies: false,
        created_at: now,
      };
      await trx.insertInto('users').values(row).execute();
      if (services.mailer && !setup && (await hasRoom(trx, settings, row, now)))
        await mailConfirmation(trx, services, settings, row);
      await enqueue(trx, { ...profileMirror(row), ...companyChanged(companyId, now) }, now);
      const actor = { kind: 'person', id, name: row.username, companyId } as const;
      const doer = { actor, channel: 'console', address: from.address } as const;
      await recordActivityOf(trx, doer, now, {
        kind: 'user.registered',
        companyId,
        subject: row.username,
        detail: { about: setup ? 'the first master' : 'by invitation' },
      });
      return {
        ended: from.session ? await endSessions(trx, { sid: from.session.sid }, now) : [],
        started: await sessions.start(trx, id, from),
      };
    }),
  );
  await refundAddress(db, 'register', from.address);
  link.sessionsEnded(ended);
  return { ...started, user: await sessionUserOf(db.queries, started.session) };
}

/**
 * Counts the confirmation email against the daily email limits of the company and the address. If a
 * limit is reached, the account is created without the email; its user can request one later.
 */
async function hasRoom(
  trx: Trx,
  settings: MailSettings,
  { email, company_id }: { email: string; company_id: string | null },
  now: number,
): Promise<boolean> {
  if ((await takeMailTo(trx, email, 'confirmation', now)) === 'none') return false;
  return takeMails(trx, settings, 'people', company_id, 1, now);
}
