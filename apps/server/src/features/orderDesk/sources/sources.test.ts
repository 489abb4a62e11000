import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { createHarness } from '../../../testing/harness.ts';
import { PATH, useSourceSite } from './testing/sourceSite.ts';

describe.each(engines)('sources of orders on %s', (engine) => {
  const {
    documents,
    call,
    at,
    poll,
    publish,
    received,
    pollAgain,
    publishOrder,
    add,
    drafts,
    kicks,
    setDefinition,
  } = useSourceSite(engine);

  test('include federal sources, which are not contacted before a master agrees', async () => {
    expect((await call('GET', PATH)).json).toEqual({ watchFederal: null, sources: [] });
    await poll();
    const { json } = await call('PUT', `${PATH}/federal`, { watch: true });
    expect(json.watchFederal).toBe(true);
    expect(json.sources.map((one: { id: string; isOn: boolean }) => [one.id, one.isOn])).toEqual([
      ['federal-register', true],
      ['public-inspection', true],
      ['white-house', true],
    ]);
    const stopped = (await call('PUT', `${PATH}/federal`, { watch: false })).json;
    expect(stopped.watchFederal).toBe(false);
    expect(stopped.sources.some(({ isOn }: { isOn: boolean }) => isOn)).toBe(false);
    expect((await call('DELETE', `${PATH}/white-house`)).status).toBe(409);
  });

  test('use the definitions of federal sources in the current version of Halyard, even if the database has older ones', async () => {
    await call('PUT', `${PATH}/federal`, { watch: true });
    const { sources } = (await call('PUT', `${PATH}/federal`, { watch: false })).json;
    const inspection = sources.find(({ id }: { id: string }) => id === 'public-inspection');
    await setDefinition(inspection.id, { ...inspection.definition, silentDays: null });
    await poll();
    expect((await call('GET', PATH)).json.sources).toEqual(sources);
    for (const { definition } of sources) expect(definition.silentDays).toBeGreaterThan(0);
  });

  test('are by default reported as silent after 30 days without new entries, but this can be turned off', async () => {
    const { json: usual } = await add();
    const { json: never } = await add({ url: at('/never'), silentDays: null });
    expect([usual, never].map(({ definition }) => definition.silentDays)).toEqual([30, null]);
  });

  test('are not contacted while they are turned off, and are checked immediately when they are turned on', async () => {
    publishOrder();
    const { json: source } = await add();
    await call('PATCH', `${PATH}/${source.id}`, { isOn: false });
    expect((await call('POST', `${PATH}/${source.id}/check`)).status).toBe(409);
    await pollAgain();
    expect(received()).toEqual([]);
    await call('PATCH', `${PATH}/${source.id}`, { isOn: true });
    await poll();
    expect(await drafts()).toHaveLength(1);
  });

  test('are checked immediately when a master asks for it', async () => {
    publish([]);
    documents.set(
      '/feed',
      '<rss><channel><item><title>x</title><link>/x</link></item></channel></rss>',
    );
    const { json: source } = await add();
    await poll();
    publishOrder();
    await poll();
    expect(await drafts()).toEqual([]);
    expect((await call('POST', `${PATH}/${source.id}/check`)).status).toBe(200);
    await poll();
    expect(await drafts()).toHaveLength(1);
  });

  test("are checked right after a user changes them, without waiting for the job's next run", async () => {
    const { json: source } = await add();
    expect(kicks(), 'added').toBe(1);
    await call('PATCH', `${PATH}/${source.id}`, { isOn: false });
    await call('PATCH', `${PATH}/${source.id}`, { isOn: true });
    expect(kicks(), 'turned off and on').toBe(3);
    await call('POST', `${PATH}/${source.id}/check`);
    expect(kicks(), 'checked').toBe(4);
    await call('PUT', `${PATH}/federal`, { watch: true });
    expect(kicks(), 'federal').toBe(5);
    expect((await add()).status).toBe(409);
    expect(kicks(), 'rejected').toBe(5);
  });

  test('are deleted together with their drafts', async () => {
    publishOrder();
    const { json: source } = await add();
    await poll();
    expect((await call('DELETE', `${PATH}/${source.id}`)).status).toBe(204);
    expect(await drafts()).toEqual([]);
    expect((await call('DELETE', `${PATH}/${source.id}`)).status).toBe(404);
  });

  test('cannot be added twice or with incomplete settings', async () => {
    expect((await add()).status).toBe(201);
    expect((await add({ name: 'Ohio again' })).status).toBe(409);
    for (const wrong of [
      { url: 'ftp://example.com/' },
      { url: at('/other'), kind: 'json' },
      { url: at('/other'), kind: 'json', list: '__proto__..x', title: 't', link: 'l' },
      { url: at('/other'), everyMinutes: 1 },
      { url: at('/other'), unknown: true },
    ])
      expect((await add(wrong)).status, JSON.stringify(wrong)).toBe(400);
  });
});

test('an order source on a private network is rejected', async () => {
  const harness = await createHarness();
  const master = await harness.as('master');
  for (const url of ['http://127.0.0.1/feed', 'https://10.0.0.1/feed', 'https://[::1]/feed'])
    expect((await master.call('POST', PATH, { kind: 'feed', name: 'x', url })).status).toBe(400);
  await harness.close();
});
