import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type MailCatcher, mailCatcher } from '../../platform/mail/catcher.ts';
import { deliverMails } from '../../platform/mail/queue.ts';
import { engines } from '../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../testing/harness.ts';
import { contactBody, customerBody } from '../../testing/world.ts';

const TABLES = [
  'companies',
  'locations',
  'flags',
  'device_keys',
  'invitations',
  'activity',
  'outbox',
  'outgoing_mails',
] as const;

describe.each(engines)('creating a customer in one API call on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  beforeAll(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
  });
  afterAll(() => harness.close());

  const create = (body: object, by = master) => by.call('POST', '/api/customers', body);
  const counts = async () => {
    const { queries } = harness.services.db;
    const found: Record<string, number> = {};
    for (const table of TABLES)
      found[table] = (await queries.selectFrom(table).select('id').execute()).length;
    return found;
  };

  test('creates the company, its location, its poles with keys, and a link for its first user', async () => {
    const made = await create(customerBody(['B-1', 'B-2']));
    expect(made.status).toBe(201);
    const { company, location, flags, invitation } = made.json;
    expect(company).toMatchObject({ name: 'Birch', locations: 1, flags: 2, users: 0 });
    expect(location).toMatchObject({ name: 'Birch', companyId: company.id, flags: 2 });
    expect(location.id).toMatch(new RegExp(`^${company.id}-austin-\\d+$`));
    expect(flags).toMatchObject(
      ['B-1', 'B-2'].map((flagId) => ({
        flagId,
        companyId: company.id,
        locationId: location.id,
        firebaseUserId: `company-${company.id}`,
        isSimulated: false,
        deviceKey: expect.stringMatching(/^[\w-]{43}$/),
      })),
    );
    expect(harness.link.leaves.get(`users/company-${company.id}/hardware/B-1/id`)).toBe('B-1');

    expect(invitation).toMatchObject({ email: 'first@birch.test' });
    const first = await harness.anonymous().call('POST', '/api/register', {
      ...{ ...contactBody(), code: invitation.code },
      ...{ username: `first-${engine}`, password: 'long enough' },
    });
    expect(first.json).toMatchObject({ role: 'company_user', companyId: company.id });

    const { json } = await master.call('GET', `/api/activity?companyId=${company.id}`);
    const kinds = json.entries.map(({ kind }: { kind: string }) => kind).toSorted();
    expect(kinds).toEqual([
      'company.created',
      'flag.created',
      'flag.created',
      'invitation.created',
      'location.created',
      'session.started',
      'user.registered',
    ]);
  });

  test('creates nothing if any part is rejected, and says which part', async () => {
    await create(customerBody(['T-1']));
    const before = await counts();
    const taken = await create(customerBody(['T-2', 't-1']));
    expect([taken.status, taken.text]).toEqual([409, 't-1: This flag ID is already taken.']);
    const twice = await create(customerBody(['T-3', 't-3']));
    expect([twice.status, twice.text]).toEqual([400, 'Each pole needs its own flag ID.']);
    const noMail = await create(customerBody(['T-4'], { email: 'nobody' }));
    expect([noMail.status, noMail.text]).toEqual([400, 'Enter a valid email address']);
    const half = { ...customerBody([]).location, latitude: 30 };
    expect((await create(customerBody(['T-5'], { location: half }))).status).toBe(400);
    expect(await counts()).toEqual(before);
  });

  test('succeeds for only one of two simultaneous calls with the same flag ID, and creates nothing for the other', async () => {
    const before = await counts();
    const answers = await Promise.all([
      create(customerBody(['R-1', 'R-2'])),
      create(customerBody(['R-2', 'R-3'])),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const after = await counts();
    expect([after.companies, after.locations, after.flags, after.invitations]).toEqual([
      before.companies! + 1,
      before.locations! + 1,
      before.flags! + 2,
      before.invitations! + 1,
    ]);
  });

  test('is possible without poles, but not with an API token', async () => {
    const made = await create(customerBody([]));
    expect([made.status, made.json.flags]).toEqual([201, []]);
    const service = { name: 'Back end', role: 'master', scope: 'manage' };
    const { secret } = (await master.call('POST', '/api/service-accounts', service)).json;
    const headers = { authorization: `Bearer ${secret}` };
    const refused = await harness
      .anonymous()
      .call('POST', '/api/customers', customerBody([]), { headers });
    expect(refused.status).toBe(403);
  });
});

describe('creating a customer while a mail server is configured', () => {
  let harness: Harness;
  let mails: MailCatcher;
  let master: Client;
  beforeAll(async () => {
    mails = mailCatcher(Date.now);
    harness = await createHarness({ mailer: mails, settings: { mailsPerCompany: 1 } });
    master = await harness.as('master');
  });
  afterAll(() => harness.close());

  test('emails the link to the first user, and does not return it in the response', async () => {
    const made = await master.call('POST', '/api/customers', customerBody(['M-1']));
    expect(made.json.invitation.code).toBe(null);
    await deliverMails(harness.services, () => false);
    const [mail] = mails.mails;
    expect(mail).toMatchObject({
      to: 'first@birch.test',
      subject: 'Halyard: set up your account for Birch',
    });
    const code = /http:\/\/localhost:3000\/join\/(\S+)/.exec(mail!.text)?.[1];
    const opened = await harness.anonymous().call('POST', '/api/join', { code });
    expect(opened.json).toMatchObject({ role: 'company_user', company: 'Birch' });
  });

  test("counts the invitation email toward the operator's email limit, but only if the call succeeds", async () => {
    for (let n = 0; n < 12; n++)
      expect((await master.call('POST', '/api/customers', customerBody(['M-1']))).status).toBe(409);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n++)
      statuses.push((await master.call('POST', '/api/customers', customerBody([]))).status);
    expect(statuses).toEqual([...Array(9).fill(201), 429]);
  });
});
