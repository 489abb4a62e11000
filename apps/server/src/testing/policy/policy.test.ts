import { api } from '@halyard/domain';
import { afterAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness.ts';
import type { World } from '../world.ts';
import { allCases } from './cases.ts';
import { CALLERS, type Case, createKit } from './matrix.ts';

/**
 * These tests check who may do what. They make every API call as every role, with IDs of the user's
 * own tenant and of another one, in paths and in request bodies. The expected results come from the
 * rules in decisions, "Roles", not from the policy in the code.
 */
const kit = await createKit();
const { home, abroad, caller } = kit;
const CASES = allCases(kit);

afterAll(() => kit.harness.close());

test('the policy test covers every API call', () => {
  expect([...new Set(CASES.map((c) => c.call))].sort()).toEqual(Object.keys(api).sort());
});

describe.each(CASES)('$call: $what', ({ act, own, foreign }) => {
  test("responds to each caller with the expected status code for data of the caller's own tenant", async () => {
    expect(await statuses(act, home, abroad)).toEqual(named(own));
  });
  test('responds to each caller with the expected status code for data of another tenant', async () => {
    expect(await statuses(act, abroad, home)).toEqual(named(foreign));
  });
});

async function statuses(act: Case['act'], target: World, other: World) {
  const answers: number[] = [];
  for (const name of CALLERS) answers.push((await act(caller[name], target, other)).status);
  return named(answers);
}

const named = (row: readonly number[]) =>
  Object.fromEntries(CALLERS.map((name, i) => [name, row[i]]));

describe('API callers', () => {
  const ids = async (client: Client, url: string, field = 'id') => {
    const { json } = await client.call('GET', url);
    return json.map((row: Record<string, string>) => row[field]) as string[];
  };

  test('get only the companies that they may see', async () => {
    const { master: m, company_user: c, location_user: l, employee: e, staff, stray } = caller;
    const both = [home.companyId, abroad.companyId];
    for (const all of [m, staff])
      expect(await ids(all, '/api/companies')).toEqual(expect.arrayContaining(both));
    for (const one of [c, l, e]) expect(await ids(one, '/api/companies')).toEqual([home.companyId]);
    expect(await ids(stray, '/api/companies')).toEqual([]);
  });

  test('get only the locations that they may see', async () => {
    const { master: m, company_user: c, location_user: l } = caller;
    expect(await ids(m, '/api/locations')).toEqual(
      expect.arrayContaining([home.locationId, abroad.locationId]),
    );
    expect(new Set(await ids(c, '/api/locations', 'companyId'))).toEqual(new Set([home.companyId]));
    expect(await ids(l, '/api/locations')).toEqual([home.locationId]);
    expect(await ids(l, `/api/locations/company/${home.companyId}`)).toEqual([home.locationId]);
  });

  test('get only the flags that they may see', async () => {
    const { master: m, company_user: c, location_user: l, employee: e, staff, stray } = caller;
    for (const all of [m, staff])
      expect(await ids(all, '/api/flags')).toEqual(
        expect.arrayContaining([home.flagRowId, home.otherFlagRowId, abroad.flagRowId]),
      );
    for (const one of [c, e]) {
      expect(new Set(await ids(one, '/api/flags', 'companyId'))).toEqual(new Set([home.companyId]));
      expect(await ids(one, '/api/flags')).toEqual(
        expect.arrayContaining([home.flagRowId, home.otherFlagRowId]),
      );
    }
    expect(new Set(await ids(l, '/api/flags', 'locationId'))).toEqual(new Set([home.locationId]));
    const ofCompany = await ids(l, `/api/flags/company/${home.companyId}`, 'locationId');
    expect(new Set(ofCompany)).toEqual(new Set([home.locationId]));
    expect(await ids(stray, '/api/flags')).toEqual([]);
  });

  test('get only the accounts and invitations that they may see', async () => {
    const { master: m, company_user: c } = caller;
    expect(await ids(m, '/api/users')).toEqual(
      expect.arrayContaining([m.id, home.targetUserId, abroad.targetUserId]),
    );
    expect(new Set(await ids(c, '/api/users', 'companyId'))).toEqual(new Set([home.companyId]));
    expect(new Set(await ids(c, '/api/invitations', 'companyId'))).toEqual(
      new Set([home.companyId]),
    );
  });
});
