import { afterEach, describe, expect, it } from 'vitest';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { makeFlag, makeUser, node, silentNode } from '../testing/flags.ts';
import { connect } from '../testing/live.ts';
import { bulkActions } from './bulkActions.ts';
import { commandAll, retryFailed } from './masterControl.ts';

const master = makeUser('master');

afterEach(() => {
  realtime.stop();
  bulkActions.reset();
});

const shown = (id: string) =>
  flagStore
    .state(id)!
    .view.switches.filter((one) => one.state)
    .map((one) => one.field);

describe('master controls', () => {
  it('move online flags only, with few updates, each owner on its own', async () => {
    const flags = [
      ...Array.from({ length: 60 }, () => makeFlag()),
      makeFlag({ companyId: 'birch' }),
      makeFlag({}, silentNode(900)),
    ];
    const transport = await connect(master, flags);
    const result = await commandAll(flags, 'flagHalf', 'u');
    expect(result).toMatchObject({ updated: 61, failed: 0, path: 'live' });
    expect(transport.updates.map(({ path, values }) => [path, Object.keys(values).length])).toEqual(
      [
        ['users/company-acme/hardware', 250],
        ['users/company-acme/hardware', 50],
        [`users/company-birch/hardware/${flags[60]!.flagId}`, 5],
      ],
    );
    expect(transport.updates[0]!.values).toMatchObject({
      [`${flags[0]!.flagId}/flagHalf`]: true,
      [`${flags[0]!.flagId}/flagUp`]: false,
    });
  });

  it('count what failed one by one, and take just that back', async () => {
    const flags = [makeFlag(), makeFlag(), makeFlag()];
    const transport = await connect(master, flags);
    const bad = flags[1]!;
    transport.answer = (path, values) =>
      path.endsWith(bad.flagId) || `${bad.flagId}/lamp` in values
        ? Promise.reject(new Error('PERMISSION_DENIED'))
        : Promise.resolve();
    const seen: string[][] = [];
    const commanded = commandAll(flags, 'flagDown', 'u');
    for (const { id } of flags) seen.push(shown(id));
    expect(seen).toEqual([['flagDown'], ['flagDown'], ['flagDown']]);
    expect(await commanded).toMatchObject({ updated: 2, failed: 1, path: 'live' });
    expect(shown(bad.id)).toEqual(['flagUp']);
  });

  it('Lamp toggles each flag’s own lamp and leaves its position', async () => {
    const lit = makeFlag(
      {},
      node({ lamp: true, reported: { lamp: true, lastSeen: Date.now() / 1000 } }),
    );
    const dark = makeFlag({ companyId: 'birch' });
    const transport = await connect(master, [lit, dark]);
    await commandAll([lit, dark], 'lamp', 'u');
    expect(transport.updates.map(({ values }) => [values.lamp, values.flagUp])).toEqual([
      [false, true],
      [true, true],
    ]);
  });

  it('do not go on after the connection was lost: a machine that slept moves nothing on its return', async () => {
    const flags = Array.from({ length: 150 }, () => makeFlag());
    const transport = await connect(master, flags);
    const refusals: (() => void)[] = [];
    transport.answer = () =>
      new Promise((_, reject) => refusals.push(() => reject(new Error('PERMISSION_DENIED'))));
    const commanded = commandAll(flags, 'flagDown', 'u');
    expect(transport.updates).toHaveLength(2);
    transport.setConnected(false);
    transport.setConnected(true);
    for (const refuse of refusals) refuse();
    expect(await commanded).toMatchObject({ updated: 0, failed: 150, path: 'live' });
    expect(transport.updates).toHaveLength(2);
    expect(shown(flags[149]!.id)).toEqual(['flagUp']);
  });

  it('count every flag as failed where nothing can be written', async () => {
    const flags = [makeFlag(), makeFlag()];
    const transport = await connect(master, flags);
    transport.setConnected(false);
    expect(await commandAll(flags, 'flagUp', 'u')).toMatchObject({ updated: 0, failed: 2 });
  });
});

describe('the poles that did not follow', () => {
  const causes = () =>
    bulkActions.getSnapshot().reports.flatMap(({ failed }) => failed.map(({ cause }) => cause));

  it('are told with the text of a refusal, offline and locked ones too; Retry asks the refused again', async () => {
    const lock = { reason: 'Rope frayed', by: 'a', byName: 'ann', at: 0 };
    const flags = [makeFlag(), makeFlag({}, silentNode(900)), makeFlag({}, node({ lock }))];
    const transport = await connect(master, flags);
    transport.answer = () => Promise.reject(new Error('PERMISSION_DENIED'));
    await commandAll(flags, 'flagDown', 'u');
    expect(causes()).toEqual([
      'Refused: PERMISSION_DENIED',
      'Offline, last seen 15 min ago',
      expect.stringMatching(/^Locked by ann since .+: Rope frayed$/),
    ]);
    transport.answer = () => Promise.resolve();
    const { id } = bulkActions.getSnapshot().reports[0]!;
    const before = transport.updates.length;
    expect(await retryFailed(id, 'u')).toMatchObject({ updated: 1, failed: 0, path: 'live' });
    expect(transport.updates.slice(before)).toHaveLength(1);
    expect(transport.updates.at(-1)!.values).toMatchObject({ flagDown: true, flagUp: false });
    expect(causes()).toHaveLength(2);
  });

  it('Retry of the lamp wants what was wanted, not the opposite', async () => {
    const lamp = { lamp: false, lastSeen: Date.now() / 1000 };
    const flag = makeFlag({}, node({ reported: lamp }));
    const transport = await connect(master, [flag]);
    transport.answer = () => Promise.reject(new Error('PERMISSION_DENIED'));
    await commandAll([flag], 'lamp', 'u');
    transport.answer = () => Promise.resolve();
    await retryFailed(bulkActions.getSnapshot().reports[0]!.id, 'u');
    expect(transport.updates.at(-1)!.values).toMatchObject({ lamp: true });
  });
});
