import { type ActivityKind, api, type Call } from '@halyard/domain';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { hashSecret } from '../../platform/database/text.ts';
import { mailCatcher } from '../../platform/mail/catcher.ts';
import { type Answer, type Client, PASSWORD } from '../../testing/harness.ts';
import { allCases } from '../../testing/policy/cases.ts';
import { CALLERS, createKit } from '../../testing/policy/matrix.ts';
import { contactBody, ownOrder } from '../../testing/world.ts';
import { makeTemporaryPassword } from '../identity/passwords/temporaryPassword.ts';

/** The reason why an API call that can change data adds no entry to the activity log. */
interface Nothing {
  nothing: string;
}

/**
 * The kinds of entries that each API call other than GET adds to the activity log, in the same
 * transaction as the change. If a call adds no entry, the value is the reason.
 */
const ENTERED: Partial<Record<Call, readonly ActivityKind[] | Nothing>> = {
  login: ['session.started'],
  finishSignIn: ['session.started'],
  startProviderSignIn: {
    nothing: 'the sign-in is entered when the user returns from the provider',
  },
  register: ['user.registered'],
  logout: ['session.ended'],
  realtimeToken: { nothing: 'a signed-in browser asks for it by itself, at each page' },
  updateProfile: ['user.changed'],
  changePassword: ['password.changed'],
  forgotPassword: ['password.mailed'],
  setPassword: ['password.changed'],
  confirmPassword: { nothing: 'it changes nothing but what this session may do for ten minutes' },
  sendEmailConfirmation: { nothing: 'it changes nothing: the caller gets one email' },
  confirmEmail: ['email.confirmed'],
  setSignInMails: ['user.changed'],
  setHalfStaffMails: ['user.changed'],
  signInAgain: { nothing: 'it changes nothing but what this session may do for ten minutes' },
  removeSignInLink: ['link.removed'],

  createCompany: ['company.created'],
  createCustomer: ['company.created', 'location.created', 'flag.created', 'invitation.created'],
  updateCompany: ['company.changed'],
  deleteCompany: ['company.deleted'],
  createLocation: ['location.created'],
  updateLocation: ['location.changed'],
  deleteLocation: ['location.deleted'],
  createSimulatedPole: ['flag.created'],
  createFlag: ['flag.created'],
  updateFlag: ['flag.changed'],
  deleteFlag: ['flag.deleted'],
  lockFlag: ['flag.locked'],
  releaseFlag: ['flag.released'],
  createDeviceKey: ['key.created'],
  replaceDevice: ['key.created'],
  revokeDeviceKey: ['key.revoked'],

  createUser: ['user.created'],
  updateUser: ['user.changed'],
  deleteUser: ['user.deleted'],
  createInvitation: ['invitation.created'],
  openInvitation: { nothing: 'it only reads' },
  revokeInvitation: ['invitation.revoked'],
  suspendUser: ['user.suspended'],
  restoreUser: ['user.restored'],
  signOutUser: ['user.signedOut'],
  endSession: ['session.ended'],
  endAllSessions: ['session.ended'],
  startSecondFactor: { nothing: 'it makes a secret, which counts once it is confirmed' },
  confirmSecondFactor: ['secondFactor.on'],
  disableSecondFactor: ['secondFactor.off'],
  removeSecondFactor: ['secondFactor.removed'],
  setCompanyProvider: ['provider.set'],
  removeCompanyProvider: ['provider.removed'],

  holdPole: ['hold.set'],
  releaseHold: ['hold.released'],
  fixWrongPositions: { nothing: 'each command is entered once its outcome is known' },
  planMove: { nothing: 'it moves no flag' },
  createMove: { nothing: 'each command is entered once its outcome is known' },
  cancelMove: { nothing: 'it only stops commands' },
  retryMove: { nothing: 'each command is entered once its outcome is known' },
  testPole: { nothing: 'each command is entered once its outcome is known' },
  undoMove: { nothing: 'each command is entered once its outcome is known' },
  previewOrder: { nothing: 'it stores nothing' },
  setFollows: ['follows.changed'],
  previewFollows: { nothing: 'it stores nothing' },
  readOrderLink: { nothing: 'it stores nothing' },
  switchEngine: ['engine.on', 'engine.off'],
  dismissChangedRules: { nothing: 'it only hides a notice from the caller' },
  confirmHalfStaffDay: ['day.confirmed'],
  createOrder: ['order.drafted'],
  updateOrder: ['order.changed'],
  deleteOrder: ['order.deleted'],
  approveOrder: ['order.approved'],
  approveOrderSecond: ['order.secondApproved'],
  cancelOrder: ['order.cancelled'],
  createOrderTemplate: ['orderTemplate.saved'],
  deleteOrderTemplate: ['orderTemplate.deleted'],
  createOwnDay: ['ownDay.added', 'order.approved'],
  updateOwnDay: ['ownDay.changed', 'order.amended'],
  deleteOwnDay: ['ownDay.deleted', 'order.cancelled'],
  watchFederalSources: ['orderSource.watched', 'orderSource.unwatched'],
  addOrderSource: ['orderSource.added'],
  checkOrderSource: { nothing: 'it changes nothing: the source is asked earlier' },
  updateOrderSource: ['orderSource.changed'],
  renewSourceSecret: ['orderSource.newSecret'],
  deliverToSource: { nothing: 'it only proposes, like a source that is asked' },
  deleteOrderSource: ['orderSource.deleted'],
  dismissSourceDraft: ['sourceDraft.dismissed'],
  createCalendarSubscription: ['calendar.subscribed'],
  revokeCalendarSubscription: ['calendar.revoked'],

  createServiceAccount: ['service.created'],
  revokeServiceAccount: ['service.revoked'],
  createToken: ['token.created'],
  revokeToken: ['token.revoked'],
  createWebhook: ['webhook.created'],
  updateWebhook: ['webhook.changed'],
  deleteWebhook: ['webhook.deleted'],
  testWebhook: { nothing: "the webhook's own log of deliveries has it" },
  sendAgain: { nothing: "the webhook's own log of deliveries has it" },
  previewImport: { nothing: 'it stores nothing' },
  runImport: ['company.created', 'location.created', 'flag.created', 'user.created'],
  cancelImport: { nothing: 'nothing remains of an import that is canceled' },
  takeImportKeys: { nothing: 'it returns the keys that the import has created' },
  setAlertSettings: ['alerts.changed'],
  setAlertDefaults: ['alerts.defaultsChanged'],
  sendTestAlertToMasters: { nothing: 'it changes nothing: the masters get one email' },
  sendTestAlert: { nothing: 'it changes nothing: the caller gets one email' },

  setMailSettings: ['settings.changed'],
  removeMailSettings: ['settings.changed'],
  testMailSettings: ['settings.mailTested'],
  setRetention: ['settings.changed'],
  setBackupSettings: ['settings.changed'],
  backUpNow: ['backup.requested'],
  showSetUpList: { nothing: "it only shows or hides a list on the caller's own dashboard" },
};

const kit = await createKit(mailCatcher(Date.now));
const { harness, home, abroad, caller } = kit;
afterAll(() => harness.close());

const MUTATING = (Object.keys(api) as Call[]).filter((call) => api[call].method !== 'GET');

interface Person extends Client {
  username: string;
}
/** Creates a user in the test's company. No other test uses this user. */
async function newPerson(): Promise<Person> {
  const username = `pat-${Math.random()}`;
  const id = await harness.addUser('employee', home, username);
  return { ...(await harness.client(id)), username };
}
const signIn = (username: string, password = PASSWORD) =>
  harness.anonymous().call('POST', '/api/login', { username, password });
const cookieOf = (answer: Answer) =>
  [answer.headers['set-cookie']].flat().map((header) => String(header).split(';')[0]!);
const codeOf = (secret: string) => {
  // Each code can be used only once.
  harness.time.now += 60_000;
  const timestamp = harness.time.now;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
};
const secondFactor = (who: Client, secret: string, path = '') =>
  who.call(path === '' ? 'PUT' : 'POST', `/api/user/second-factor${path}`, {
    code: codeOf(secret),
    password: PASSWORD,
  });
async function enrolled(): Promise<Person & { secret: string }> {
  const person = await newPerson();
  const { secret } = (await person.call('POST', '/api/user/second-factor')).json;
  await secondFactor(person, secret);
  return { ...person, secret };
}

const ORDERS = '/api/half-staff/orders';

/**
 * For API calls that always fail or change nothing in the policy test: a function that makes the
 * call successfully.
 */
const DONE: Partial<Record<Call, () => Promise<Answer>>> = {
  login: async () => signIn((await newPerson()).username),
  async finishSignIn() {
    const { username, secret } = await enrolled();
    const cookie = cookieOf(await signIn(username)).join('; ');
    const code = codeOf(secret);
    const headers = { cookie };
    return harness.anonymous().call('POST', '/api/login/second-factor', { code }, { headers });
  },
  async register() {
    const { companyId } = home;
    const { code } = (await kit.master.call('POST', '/api/invitations', { companyId })).json;
    const body = { ...contactBody(), code, username: 'invited', password: 'long enough' };
    return harness.anonymous().call('POST', '/api/register', body);
  },
  changePassword: async () =>
    (await newPerson()).call('PATCH', '/api/user/password', {
      currentPassword: PASSWORD,
      newPassword: 'long enough',
    }),
  async forgotPassword() {
    const { username } = await newPerson();
    return harness.anonymous().call('POST', '/api/auth/forgot-password', { username });
  },
  async setPassword() {
    const { id, username } = await newPerson();
    const temporary = await makeTemporaryPassword(harness.services.db, id, harness.time.now);
    const cookie = cookieOf(await signIn(username, temporary)).join('; ');
    const body = { newPassword: 'long enough' };
    return harness
      .anonymous()
      .call('POST', '/api/user/new-password', body, { headers: { cookie } });
  },
  setSignInMails: async () =>
    (await newPerson()).call('PUT', '/api/user/sign-in-mails', { mailsSignIns: false }),
  setHalfStaffMails: async () =>
    (await newPerson()).call('PUT', '/api/user/half-staff-mails', { ends: false }),
  async removeSignInLink() {
    const person = await newPerson();
    const link = { id: 'link', provider: 'system', issuer: 'https://id.example', created_at: 1 };
    const row = { ...link, user_id: person.id };
    await harness.services.db.queries.insertInto('identities').values(row).execute();
    return person.call('DELETE', '/api/user/sign-in-links/link');
  },
  async confirmEmail() {
    const { id: user_id } = await newPerson();
    const email = 'p@example.test';
    const { queries } = harness.services.db;
    await queries.updateTable('users').set({ email }).where('id', '=', user_id).execute();
    const row = { id: hashSecret('code'), user_id, email, expires_at: harness.time.now + 1 };
    await queries.insertInto('email_confirmations').values(row).execute();
    return harness.anonymous().call('POST', '/api/email-confirmation', { code: 'code' });
  },
  updateLocation: () =>
    kit.master.call('PATCH', `/api/locations/${home.locationId}`, { name: 'Another name' }),
  async approveOrderSecond() {
    const { companyId, companyUser } = home;
    const demand = (twoApprovals: boolean) =>
      kit.master.call('PATCH', `/api/companies/${companyId}`, { twoApprovals });
    await demand(true);
    const { id } = (await companyUser.call('POST', ORDERS, ownOrder(companyId))).json;
    await companyUser.call('POST', `${ORDERS}/${id}/approve`, { revision: 1 });
    const body = { version: 1, revision: 2, companyIds: [companyId] };
    const answer = await kit.master.call('POST', `${ORDERS}/${id}/second-approval`, body);
    await demand(false);
    return answer;
  },
  async switchEngine() {
    const url = '/api/half-staff/engine';
    const { digest } = (await kit.master.call('GET', '/api/half-staff/dry-run')).json;
    await kit.master.call('PUT', url, { isOn: true, digest });
    return kit.master.call('PUT', url, { isOn: false });
  },
  async endSession() {
    const person = await newPerson();
    const [session] = (await person.call('GET', '/api/user/sessions')).json;
    return person.call('DELETE', `/api/user/sessions/${session.id}`);
  },
  async confirmSecondFactor() {
    const person = await newPerson();
    const { secret } = (await person.call('POST', '/api/user/second-factor')).json;
    return secondFactor(person, secret);
  },
  async disableSecondFactor() {
    const person = await enrolled();
    return secondFactor(person, person.secret, '/disable');
  },
};

/**
 * Makes the API call once for each policy test case in which it should succeed. Returns the number
 * of calls.
 */
async function doneByPolicy(call: Call): Promise<number> {
  let done = 0;
  for (const { act, own, call: its } of allCases(kit)) {
    const who = own.findIndex((status) => status < 300);
    if (its !== call || who < 0) continue;
    const { status } = await act(caller[CALLERS[who]!], home, abroad);
    expect(status).toBe(own[who]);
    done++;
  }
  return done;
}

async function kindsSince(id: number): Promise<ActivityKind[]> {
  const { queries } = harness.services.db;
  const rows = await queries.selectFrom('activity').select('kind').where('id', '>', id).execute();
  return rows.map(({ kind }) => kind);
}
const lastId = async () => {
  const { queries } = harness.services.db;
  const { max } = queries.fn;
  const row = await queries.selectFrom('activity').select(max('id').as('id')).executeTakeFirst();
  return Number(row?.id ?? 0);
};

test('every API call other than GET is covered by the test of activity log entries', () => {
  expect(Object.keys(ENTERED).toSorted()).toEqual(MUTATING.toSorted());
});

test.each(MUTATING)(
  'the API call %s adds the expected entries to the activity log',
  async (call) => {
    const expected = ENTERED[call]!;
    if ('nothing' in expected) return;
    const before = await lastId();
    const own = DONE[call];
    if (own) expect((await own()).status).toBeLessThan(300);
    else expect(await doneByPolicy(call)).toBeGreaterThan(0);
    expect(await kindsSince(before)).toEqual(expect.arrayContaining([...expected]));
  },
);
