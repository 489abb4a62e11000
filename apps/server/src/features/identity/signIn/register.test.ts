import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { createHarness, type Harness } from '../../../testing/harness.ts';
import { contactBody, createWorld } from '../../../testing/world.ts';
import { INVITATION_MS } from '../invitations/invitations.ts';
import { ensureSetupCode } from './setUpCode.ts';

describe.each(engines)('registering on %s', (engine) => {
  let harness: Harness;
  let people = 0;
  beforeAll(async () => {
    harness = await createHarness({ engine });
  });
  afterAll(() => harness.close());

  const register = (code: string, username = `person-${++people}`) =>
    harness.anonymous().call('POST', '/api/register', {
      ...contactBody(),
      code,
      username,
      password: 'long enough',
    });
  const config = async () => (await harness.anonymous().call('GET', '/api/config')).json;

  test('requires the printed setup code while there are no accounts', async () => {
    expect((await config()).setupNeeded).toBe(true);
    const answer = await register('guess');
    expect([answer.status, answer.text]).toEqual([
      403,
      'This code is incorrect or has expired. Ask for a new one.',
    ]);
  });

  test('rejects a replaced setup code, and accepts the new one only once, even from eight simultaneous requests', async () => {
    const first = await ensureSetupCode(harness.services.db);
    const code = await ensureSetupCode(harness.services.db);
    expect((await register(first!)).status).toBe(403);
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(code!)));
    expect(answers.map((a) => a.status).sort()).toEqual([201, ...Array(7).fill(403)]);
    const winner = answers.find((a) => a.status === 201)!;
    expect(winner.json).toMatchObject({ role: 'master', companyId: null });
    expect([winner.headers['set-cookie']].flat()[0]).toMatch(/^halyard_3000=/);
    expect((await config()).setupNeeded).toBe(false);
    expect(await ensureSetupCode(harness.services.db)).toBe(null);
  });

  test('does not use up the invitation code if the username is taken', async () => {
    const master = await harness.as('master');
    const { companyId } = await createWorld(harness, master);
    await harness.addUser('employee', { companyId }, `taken-${companyId}`);
    const { json } = await master.call('POST', '/api/invitations', { companyId });
    expect((await register(json.code, `Taken-${companyId}`)).status).toBe(409);
    expect((await register(json.code)).status).toBe(201);
  });

  test('creates only one employee account if several people use the same invitation at once', async () => {
    const master = await harness.as('master');
    const world = await createWorld(harness, master);
    const { json } = await world.companyUser.call('POST', '/api/invitations', {
      companyId: world.companyId,
    });
    expect(json.expiresAt - json.createdAt).toBe(INVITATION_MS);
    expect(json.company).toBe('Acme');
    const list = await world.companyUser.call('GET', '/api/invitations');
    expect(list.text).toContain(json.id);
    expect(list.text).not.toContain(json.code);
    const answers = await Promise.all(Array.from({ length: 4 }, () => register(json.code)));
    expect(answers.map((a) => a.status).sort()).toEqual([201, 403, 403, 403]);
    const made = answers.find((a) => a.status === 201)!.json;
    expect(made).toMatchObject({ role: 'employee', companyId: world.companyId, locationId: null });
    expect(harness.link.leaves.get(`users/${made.id}/profile/user_id`)).toBe(made.id);
    const after = await world.companyUser.call('GET', '/api/invitations');
    expect(after.text).not.toContain(json.id);
  });

  test('fails with an invitation that was revoked or has expired', async () => {
    const master = await harness.as('master');
    const { companyId } = await createWorld(harness, master);
    const revoked = (await master.call('POST', '/api/invitations', { companyId })).json;
    await master.call('DELETE', `/api/invitations/${revoked.id}`);
    expect((await register(revoked.code)).status).toBe(403);
    const expired = (await master.call('POST', '/api/invitations', { companyId })).json;
    harness.time.now += INVITATION_MS;
    expect((await register(expired.code)).status).toBe(403);
  });
});
