import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { setEngineState } from './engineState.ts';
import { announceRules, RULES_VERSION } from './rules.ts';

describe.each(engines)('the notice about changed half-staff rules on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  beforeEach(async () => {
    harness = await createHarness({ engine });
    master = await harness.as('master');
  });
  afterEach(() => harness.close());

  const switchedOnce = (isOn: boolean) =>
    harness.services.db.transaction((trx) => setEngineState(trx, { isOn, by: 'pat', at: 1 }));
  const shown = async (by: Client): Promise<string[]> =>
    (await by.call('GET', '/api/half-staff/engine')).json.changedRules;
  const logged = async () => {
    const { entries } = (await master.call('GET', '/api/activity')).json;
    return entries.filter((one: { kind: string }) => one.kind === 'engine.rules');
  };

  test('is shown to each master once, and logged once', async () => {
    await switchedOnce(true);
    await announceRules(harness.services);
    await announceRules(harness.services);
    expect(await logged()).toHaveLength(1);
    const other = await harness.as('master');
    expect(await shown(master)).toContain('A flag that is down stays down.');
    const answer = await master.call('DELETE', '/api/half-staff/engine/changed-rules');
    expect(answer.status).toBe(204);
    expect(await shown(master)).toEqual([]);
    expect(await shown(other)).toHaveLength(4);
    expect((await master.call('GET', '/api/half-staff/engine')).json.isOn).toBe(true);
    expect(await shown(await harness.as('employee', { allCompanies: true }))).toEqual([]);
  });

  test('is not shown if autopilot has never been on', async () => {
    await announceRules(harness.services);
    await switchedOnce(true);
    await announceRules(harness.services);
    expect(await shown(master)).toEqual([]);
    expect(await logged()).toEqual([]);
  });

  test('is not shown again to a master who has dismissed it', async () => {
    await switchedOnce(false);
    await announceRules(harness.services);
    await master.call('DELETE', '/api/half-staff/engine/changed-rules');
    await announceRules(harness.services, RULES_VERSION + 1);
    expect(await shown(master)).toEqual([]);
    expect(await logged()).toHaveLength(1);
  });
});
