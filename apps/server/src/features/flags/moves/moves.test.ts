import { MOVE_MAX_FLAGS } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';

let harness: Harness;
let home: World;
let abroad: World;
let master: Client;

beforeAll(async () => {
  harness = await createHarness();
  master = await harness.as('master');
  home = await createWorld(harness, master);
  abroad = await createWorld(harness, master);
});
afterAll(() => harness.close());

const move = (person: Client, flagIds: readonly unknown[], control = 'down') =>
  person.call('POST', '/api/moves', { control, flagIds });

describe('a mass move', () => {
  test("leaves out other companies' flags", async () => {
    const { status, json } = await move(home.companyUser, [
      home.flagRowId,
      abroad.flagRowId,
      'nothing',
    ]);
    expect(status).toBe(201);
    expect(json.flags.map((flag: { flagId: string }) => flag.flagId)).toEqual([home.flagRowId]);
  });

  test.each([
    ['no flags', []],
    ['too many flags', Array.from({ length: MOVE_MAX_FLAGS + 1 }, (_, i) => `f${i}`)],
    ['an ID that is not a string', [1]],
    ['an empty ID', ['']],
  ])('is rejected if its list of flags is invalid: %s', async (_, flagIds) => {
    expect((await move(home.companyUser, flagIds)).status).toBe(400);
  });

  test('is rejected if the request contains an unknown master control', async () => {
    expect((await move(home.companyUser, [home.flagRowId], 'sideways')).status).toBe(400);
  });

  test('counts a flag only once if the request lists it twice', async () => {
    const { json } = await move(home.companyUser, [home.flagRowId, home.flagRowId]);
    expect(json.flags).toHaveLength(1);
  });

  test('is rejected if the user exceeds the rate limit for moves, while other users can still make moves', async () => {
    const person = await harness.as('company_user', { companyId: home.companyId });
    for (let i = 0; i < 30; i++) expect((await move(person, [home.flagRowId])).status).toBe(201);
    expect((await move(person, [home.flagRowId])).status).toBe(201);
    const refused = await move(person, [home.flagRowId]);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await move(home.companyUser, [home.flagRowId])).status).toBe(201);
  });
});
