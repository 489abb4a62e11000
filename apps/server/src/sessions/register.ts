import type { Registration } from '@halyard/domain';
import { recordActivityOf } from '../activity/record.ts';
import { change, type Services, type Session } from '../context.ts';
import { refusingTaken } from '../database/scope.ts';
import { hashSecret, newId, uniqueKey } from '../database/text.ts';
import { forbidden } from '../errors.ts';
import { claimInvitation, isInvitationCode } from '../invitations/invitations.ts';
import { chargeAddress, REGISTER_BY_ADDRESS, refundAddress } from '../limits/rateLimits.ts';
import { companyChanged, profileMirror } from '../outbox/mirror.ts';
import { enqueue } from '../outbox/outbox.ts';
import { claimSetupCode, isSetupCode } from '../setup/setup.ts';
import { sessionUserOf } from '../users/queries.ts';
import { USERNAME_KEY } from '../users/users.ts';
import type { Started } from './login.ts';
import { strangerAt, withHasher } from './passwords.ts';
import { endSessions, type Sessions, type SignInFrom } from './sessions.ts';

const invalidCode = () => forbidden('This code is not valid, or no longer.');

/**
 * Creates the first master with the set-up code, or an employee with an invitation's (decisions:
 * Roles), and signs in. The code is used up in the same transaction.
 */
export async function register(
  services: Services,
  sessions: Sessions,
  input: Registration,
  from: SignInFrom & { session: Session | null },
): Promise<Started> {
  const { db, link, clock } = services;
  const codeHash = hashSecret(input.code);
  const { setup, passwordHash } = await withHasher(strangerAt(from.address), async (hasher) => {
    await chargeAddress(db, 'register', from.address, REGISTER_BY_ADDRESS, clock());
    const setup = await isSetupCode(db.queries, codeHash);
    // Looked at first, so that a guess does not cost the work of a password hash.
    if (!setup && !(await isInvitationCode(db.queries, codeHash, clock()))) throw invalidCode();
    return { setup, passwordHash: await hasher.hash(input.password) };
  });
  const id = newId();
  const now = clock();
  const { started, ended } = await refusingTaken(USERNAME_KEY, () =>
    change(services, async (trx) => {
      const companyId = setup ? null : await claimInvitation(trx, codeHash, now);
      const claimed = setup ? await claimSetupCode(trx, codeHash) : companyId !== null;
      if (!claimed) throw invalidCode();
      const row = {
        id,
        username: input.username,
        username_key: uniqueKey(input.username),
        password_hash: passwordHash,
        role: setup ? ('master' as const) : ('employee' as const),
        first_name: input.firstName,
        last_name: input.lastName,
        email: input.email,
        phone: input.phone,
        company_id: companyId,
        location_id: null,
        all_companies: false,
        created_at: now,
      };
      await trx.insertInto('users').values(row).execute();
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
