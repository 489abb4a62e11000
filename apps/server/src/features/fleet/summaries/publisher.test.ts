import { type Flag, type FlagPage, summariseFleet } from '@halyard/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { SummaryPublisher } from './publisher.ts';

let harness: Harness;
let master: Client;
let world: World;
let publisher: SummaryPublisher;

beforeAll(async () => {
  harness = await createHarness();
  master = await harness.as('master');
  world = await createWorld(harness, master);
  await createWorld(harness, master);
});
afterAll(() => harness.close());
beforeEach(() => {
  harness.link.summaryNodes.clear();
  publisher = new SummaryPublisher({ fleet: harness.lists.fleet, nodes: harness.link.summaries });
});

/** Runs a round, and returns its writes. */
async function written() {
  harness.link.summaryWrites.length = 0;
  await publisher.round();
  return [...harness.link.summaryWrites];
}
const flag = async () => {
  const { json } = await master.call('GET', '/api/flags');
  return (json as Flag[]).find(({ id }) => id === world.flagRowId)!;
};
const nodeOf = ({ firebaseUserId: ownerId, flagId }: Flag) => hardwarePath({ ownerId, flagId });
const scopesOfFlag = () => [
  `summaries/companies/${world.companyId}`,
  `summaries/locations/${world.locationId}`,
  'summaries/all',
];

test('the summary publisher writes the same summaries as the list API returns', async () => {
  await publisher.round();
  const { summaryNodes } = harness.link;
  expect(summaryNodes.size).toBe(1 + 2 + 4);
  const queries = ['', `&company=${world.companyId}`, `&location=${world.locationId}`];
  const paths = ['all', `companies/${world.companyId}`, `locations/${world.locationId}`];
  for (const [index, query] of queries.entries()) {
    const { json } = await master.call('GET', `/api/flags?page=1&counts=true${query}`);
    expect(summaryNodes.get(`summaries/${paths[index]}`)).toEqual((json as FlagPage).summary);
  }
});

test('the summary publisher writes only the summaries that have changed, all in one write', async () => {
  await publisher.round();
  expect(await written()).toEqual([]);
  const node = nodeOf(await flag());
  harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000);
  const [write, ...more] = await written();
  expect(more).toEqual([]);
  expect(Object.keys(write!).sort()).toEqual(scopesOfFlag().sort());
  expect(write!['summaries/all']).toMatchObject({ online: 1 });
  harness.time.now += 1000;
  harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000);
  harness.link.leaves.set(`${node}/voltage`, 42);
  expect(await written()).toEqual([]);
});

test('the summary publisher updates the summaries when a pole goes offline', async () => {
  const node = nodeOf(await flag());
  harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000);
  await publisher.round();
  harness.time.now += 299_000;
  expect(await written()).toEqual([]);
  harness.time.now += 1000;
  expect((await written())[0]!['summaries/all']).toMatchObject({ online: 0 });
});

test('the summary publisher retries a failed write', async () => {
  await publisher.round();
  const node = nodeOf(await flag());
  harness.link.leaves.set(`${node}/reported/lastSeen`, harness.time.now / 1000);
  harness.link.healthy = false;
  await expect(publisher.round()).rejects.toThrow();
  harness.link.healthy = true;
  expect(Object.keys((await written())[0]!).sort()).toEqual(scopesOfFlag().sort());
});

test('the summary publisher deletes the summaries of companies that no longer exist', async () => {
  harness.link.summaryNodes.set('summaries/companies/gone', summariseFleet([], false));
  await publisher.round();
  expect(harness.link.summaryNodes.has('summaries/companies/gone')).toBe(false);
  const doomed = await createWorld(harness, master);
  await publisher.round();
  const path = `summaries/companies/${doomed.companyId}`;
  expect(harness.link.summaryNodes.get(path)).toMatchObject({ total: 2, locations: 2 });
  const { status } = await master.call('DELETE', `/api/companies/${doomed.companyId}`);
  expect(status).toBe(204);
  await publisher.round();
  expect(harness.link.summaryNodes.size).toBe(1 + 2 + 4);
});

test('the summary publisher writes all summaries again if another process may have overwritten some of them', async () => {
  await publisher.round();
  publisher.pause();
  expect(Object.keys(Object.assign({}, ...(await written())))).toHaveLength(7);
});

test('the summary publisher corrects an outdated summary the next time it checks all flags', async () => {
  const { leaves } = harness.link;
  const node = nodeOf(await flag());
  leaves.set(`${node}/reported/flagHalf`, true);
  await publisher.round();
  Map.prototype.set.call(leaves, `${node}/reported/lamp`, true);
  Map.prototype.set.call(leaves, `${node}/reported/flagHalf`, false);
  expect(await written()).toEqual([]);
  for (let part = 0; part < 4; part++) harness.lists.fleet.recheckPart(0.5);
  expect(await written()).toHaveLength(1);
});
