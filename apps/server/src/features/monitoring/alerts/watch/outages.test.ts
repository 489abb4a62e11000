import type { AlertOutage } from '@halyard/domain';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../../../testing/harness.ts';
import { companyBody, locationBody } from '../../../../testing/world.ts';
import { type AlertWorld, createAlertWorld, type WatchedPole } from '../testing/alertWorld.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let world: AlertWorld;
/** The pole of the company's first flag, and ten more poles at the same location. */
let poles: WatchedPole[];
beforeEach(async () => {
  world = await createAlertWorld('sqlite');
  await world.poleOf(world.company.otherFlagRowId);
  poles = [
    await world.poleOf(world.company.flagRowId),
    ...(await world.addPoles(Array.from({ length: 10 }, (_, i) => `Pole ${i + 1}`))),
  ];
  await world.pass(10 * MINUTE);
});
afterEach(() => world.close());

const seenBy = async (client: Client): Promise<AlertOutage[]> =>
  (await client.call('GET', '/api/alerts/outages')).json;
const silence = (these: readonly WatchedPole[], isSilent = true) => {
  for (const pole of these) pole.isSilent = isSilent;
};
const rev = () => world.harness.link.leaves.get(`companies/${world.company.companyId}/rev`);
const counts = (outages: readonly AlertOutage[]) =>
  outages.map(({ offline, total }) => `${offline} of ${total}`);

test('open screens show several poles that go offline together as one outage until they are back', async () => {
  const at = world.harness.time.now;
  const before = rev();
  silence(poles.slice(0, 9));
  await world.pass(5 * MINUTE - SECOND);
  expect(await seenBy(world.master)).toEqual([]);
  await world.pass(10 * SECOND);
  expect(await seenBy(world.company.companyUser)).toEqual([
    {
      shared: 'location',
      company: { id: world.company.companyId, name: 'Acme' },
      location: { id: world.company.locationId, name: 'North' },
      offline: 9,
      total: 11,
      at,
      companies: 1,
      locations: 1,
    },
  ]);
  const during = rev();
  expect(during).toBeGreaterThan(Number(before));
  silence(poles, false);
  await world.pass(15 * SECOND);
  expect(await seenBy(world.company.companyUser)).toEqual([]);
  expect(rev()).toBeGreaterThan(Number(during));
});

test('an outage shows each user only the poles that the user may see', async () => {
  const birch = (await world.master.call('POST', '/api/companies', companyBody('Birch'))).json.id;
  const yard = (await world.master.call('POST', '/api/locations', locationBody(birch))).json.id;
  const others = await world.addPoles(
    Array.from({ length: 5 }, (_, i) => `Birch ${i + 1}`),
    { companyId: birch, locationId: yard },
  );
  await world.pass(SECOND);
  silence([...poles, ...others.slice(0, 4)]);
  await world.pass(6 * MINUTE);
  const { companyUser, locationUser } = world.company;
  expect(await seenBy(world.master)).toMatchObject([
    { shared: 'fleet', company: null, location: null, offline: 15, total: 17, companies: 2 },
  ]);
  expect(await seenBy(companyUser)).toMatchObject([
    { shared: 'location', company: { name: 'Acme' }, offline: 11, total: 11, companies: 1 },
  ]);
  expect(counts(await seenBy(locationUser))).toEqual(['11 of 11']);
  const stranger = await world.harness.as('company_user', { companyId: birch });
  expect(counts(await seenBy(stranger))).toEqual(['4 of 5']);
  const elsewhere = await world.harness.as('location_user', {
    companyId: world.company.companyId,
    locationId: world.company.otherLocationId,
  });
  expect(await seenBy(elsewhere)).toEqual([]);
});

test('an outage does not include poles that have never reported or poles that are locked', async () => {
  const { companyId, locationId } = world.company;
  for (const name of ['New 1', 'New 2', 'New 3', 'New 4', 'New 5'])
    expect(
      (
        await world.master.call('POST', '/api/flags', {
          name,
          flagId: name.replace(' ', '-'),
          companyId,
          locationId,
        })
      ).status,
    ).toBe(201);
  for (const pole of poles.slice(0, 2))
    pole.node.lock = { reason: 'Rope', by: 'u', byName: 'Ann', at: 1 };
  await world.pass(6 * SECOND);
  silence(poles.slice(0, 4));
  await world.pass(6 * MINUTE);
  expect(await seenBy(world.master)).toEqual([]);
  silence(poles.slice(0, 5));
  await world.pass(6 * MINUTE);
  expect(counts(await seenBy(world.master))).toEqual(['3 of 16']);
});

test('an outage stays open after a restart, and downtime of Halyard itself does not cause one', async () => {
  silence(poles);
  await world.pass(6 * MINUTE);
  await world.restart(30 * SECOND);
  await world.pass(10 * SECOND);
  expect(counts(await seenBy(world.master))).toEqual(['11 of 11']);
  silence(poles, false);
  await world.pass(15 * SECOND);
  expect(await seenBy(world.master)).toEqual([]);
  silence(poles);
  await world.restart(3 * 60 * MINUTE);
  await world.pass(4 * MINUTE);
  expect(await seenBy(world.master)).toEqual([]);
  await world.pass(2 * MINUTE);
  expect(counts(await seenBy(world.master))).toEqual(['11 of 11']);
});
