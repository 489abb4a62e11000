import { INVITED_ROLE, isOperator, isPlainText, isVisibleText } from '@halyard/domain';
import { sql } from 'kysely';
import { locksRows } from '../../../platform/database/database.ts';
import type { Trx } from '../../../platform/database/tables/schema.ts';
import { hashSecret, newId, uniqueKey } from '../../../platform/database/text.ts';
import { companyChanged, profileMirror } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { recordActivityOf } from '../../activity/record.ts';
import { change, type Services } from '../../calls/context.ts';
import type { SignInFrom } from '../../calls/handlers.ts';
import { noPasswordHash } from '../passwords/passwords.ts';
import { accountEntry } from '../queries.ts';
import { endSessions, type Sessions } from '../sessions/sessions.ts';
import type { Person } from './openid.ts';
import { domainOf, type Provider } from './providers.ts';
import { ProviderRefusal } from './refusal.ts';

const identityOf = ({ key, issuer }: Provider, { subject }: Person) =>
  hashSecret(JSON.stringify([key, issuer, subject]));

/**
 * Signs in a user whose identity a sign-in provider confirms. The first sign-in finds the account
 * by its verified email address. Later sign-ins find it only by the provider's user ID. The
 * browser's previous session ends, as with a password sign-in.
 * @throws ProviderRefusal
 */
export async function enter(
  services: Services,
  sessions: Sessions,
  provider: Provider,
  person: Person,
  from: SignInFrom & { sid: string | null },
) {
  const { started, ended } = await change(services, async (trx) => {
    const now = services.clock();
    const userId =
      (await linkedAccount(trx, provider, person)) ??
      (await linkByAddress(trx, provider, person, { now, address: from.address }));
    await requireOpenable(trx, provider, userId);
    return {
      ended: from.sid === null ? [] : await endSessions(trx, { sid: from.sid }, now),
      started: await sessions.start(trx, userId, from, 'provider'),
    };
  });
  services.link.sessionsEnded(ended);
  return started;
}

/**
 * Records that the user of the browser's session has just signed in again, if the provider confirms
 * that it is the same user.
 * @param sid the session that started the sign-in
 * @throws ProviderRefusal `other-identity` for any other user, `expired` if the session has ended
 */
export async function proveAgain(
  { db, clock }: Services,
  provider: Provider,
  person: Person,
  sid: string | null,
): Promise<void> {
  await db.transaction(async (trx) => {
    const userId = await linkedAccount(trx, provider, person);
    if (userId === undefined) throw new ProviderRefusal('other-identity');
    await requireOpenable(trx, provider, userId);
    const session = await trx
      .updateTable('sessions')
      .set({ proven_at: clock() })
      .where('id', '=', sid)
      .returning('user_id')
      .executeTakeFirst();
    if (!session) throw new ProviderRefusal('expired');
    // Throwing an error rolls the change back.
    if (session.user_id !== userId) throw new ProviderRefusal('other-identity');
  });
}

async function requireOpenable(trx: Trx, provider: Provider, userId: string): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select(['role', 'company_id', 'suspended_at'])
    .where('id', '=', userId)
    .$if(locksRows(trx), (query) => query.forShare())
    .executeTakeFirst();
  // The account may have become a master's or may have moved to another company since it was
  // linked.
  if (!account || !mayOpen(provider, account)) throw new ProviderRefusal('unknown');
  if (account.suspended_at !== null) throw new ProviderRefusal('suspended');
}

/**
 * Whether a sign-in provider may sign users in to an account. A company's provider may do so for
 * all of the company's accounts except masters; the system's provider may do so for all accounts.
 */
const mayOpen = ({ company }: Provider, account: { role: string; company_id: string | null }) =>
  company === null || (account.company_id === company.id && !isOperator(account.role));

async function linkedAccount(trx: Trx, provider: Provider, person: Person) {
  const row = await trx
    .selectFrom('identities')
    .select('user_id')
    .where('id', '=', identityOf(provider, person))
    .executeTakeFirst();
  return row?.user_id;
}

async function linkByAddress(
  trx: Trx,
  provider: Provider,
  person: Person,
  at: { now: number; address: string },
): Promise<string> {
  const { company } = provider;
  const { email } = person;
  if (email === null) throw new ProviderRefusal('unverified');
  if (company && !company.domains.includes(domainOf(email))) throw new ProviderRefusal('domain');
  const found = await trx
    .selectFrom('users')
    .select(['id', 'role', 'company_id'])
    .where(sql`lower(confirmed_email)`, '=', email)
    .execute();
  const own = found.filter((account) => mayOpen(provider, account));
  if (own.length > 1) throw new ProviderRefusal('ambiguous');
  const userId = own[0]?.id ?? (await createEmployee(trx, provider, { ...person, email }, at));
  const linked = await trx
    .insertInto('identities')
    .values({
      id: identityOf(provider, person),
      provider: provider.key,
      issuer: provider.issuer,
      user_id: userId,
      created_at: at.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  // Another user of the provider has already signed in with this email address.
  if (linked.numInsertedOrUpdatedRows !== 1n) throw new ProviderRefusal('other-identity');
  return userId;
}

/**
 * Creates a user with the role Employee in the company, but without a location. An invitation
 * creates the same kind of user (decisions, "Roles").
 */
async function createEmployee(
  trx: Trx,
  { company }: Provider,
  person: Person & { email: string },
  { now, address }: { now: number; address: string },
): Promise<string> {
  if (!company?.createsAccounts) throw new ProviderRefusal('unknown');
  const plain = (text: string, otherwise: string) =>
    text !== '' && isPlainText(text) && isVisibleText(text) ? text : otherwise;
  const row = {
    id: newId(),
    username: person.email,
    username_key: uniqueKey(person.email),
    // The account has no password until a user sets one.
    password_hash: noPasswordHash(),
    role: INVITED_ROLE,
    first_name: plain(person.firstName, person.email.split('@')[0]!),
    last_name: plain(person.lastName, '–'),
    email: person.email,
    confirmed_email: person.email,
    phone: '',
    company_id: company.id,
    location_id: null,
    all_companies: false,
    created_at: now,
  };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  // Another account uses this email address as its username.
  if (numInsertedOrUpdatedRows !== 1n) throw new ProviderRefusal('ambiguous');
  await enqueue(trx, { ...profileMirror(row), ...companyChanged(company.id, now) }, now);
  const { id, username: name, company_id: companyId } = row;
  const actor = { kind: 'person', id, name, companyId } as const;
  await recordActivityOf(trx, { actor, channel: 'console', address }, now, {
    kind: 'user.registered',
    ...accountEntry(row),
    detail: { about: 'by single sign-on' },
  });
  return id;
}
