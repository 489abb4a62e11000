import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { bothEngines } from '../../../../testing/engines.ts';
import { onlyOnce } from '../../../../testing/onlyOnce.ts';
import { createWorld } from '../../../../testing/world.ts';
import type { Services } from '../../../calls/context.ts';
import { PoleIndex } from '../../poles/poleIndex.ts';
import { notifyAboutHalfStaff } from '../job.ts';
import { DueCompanies } from '../sending/dueCompanies.ts';
import {
  createMailWorld,
  type MailWorld,
  SETTINGS,
  sunrise,
  sunset,
} from '../testing/mailWorld.ts';

const subjects = (mails: readonly Mail[]) => mails.map(({ subject }) => subject);
const LATER = { starts: sunrise('2026-12-09'), ends: sunset('2026-12-10') };

const mail = (services: Services) => {
  const poles = new PoleIndex(services.db);
  return notifyAboutHalfStaff(services, SETTINGS, poles, new DueCompanies(poles));
};

describe.each(bothEngines)('emails about changed orders on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  let w: MailWorld;
  beforeEach(async () => {
    w = await createMailWorld(engine, '2026-12-02T10:00:00-06:00');
  });
  afterEach(() => w.close());

  testOnce('are not sent about changes made more than 24 hours ago', async () => {
    const { id } = await w.approve(LATER);
    w.at('2026-12-03T10:00:01-06:00');
    expect(await w.own()).toEqual([]);
    await w.amend(id, { reason: 'Title' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order amended: Title']);
  });

  test('are sent only once, even after a restart or if two processes run at the same time', async () => {
    const { id } = await w.approve(LATER);
    // SQLite allows only one process, but two runs of its job may overlap.
    const db = engine === 'postgres' ? await w.harness.database.reopen() : w.harness.services.db;
    const services = { ...w.harness.services, db };
    const twice = () => Promise.all([mail(w.harness.services), mail(services)]);
    await twice();
    expect(subjects(await w.own())).toHaveLength(1);
    await w.amend(id, { reason: 'Title' });
    await twice();
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order amended: Title']);
    await mail(services);
    expect(await w.own()).toEqual([]);
  });

  test("are sent by the job's next run if the process crashes before it has stored them", async () => {
    await w.approve(LATER);
    const { db } = w.harness.services;
    const crashing = {
      ...db,
      transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
        db.transaction<T>(async (trx) => {
          await work(trx);
          throw new Error('crashed');
        }),
    };
    await expect(mail({ ...w.harness.services, db: crashing })).rejects.toThrow('crashed');
    expect(subjects(await w.own())).toHaveLength(1);
  });

  testOnce('are never sent if they were due while the user had them turned off', async () => {
    await w.want(w.world.companyUser, { orders: false });
    const { id } = await w.approve(LATER);
    expect(await w.own()).toEqual([]);
    await w.want(w.world.companyUser, { orders: true });
    expect(await w.own()).toEqual([]);
    await w.amend(id, { reason: 'Title' });
    expect(subjects(await w.own())).toEqual(['Halyard: half-staff order amended: Title']);
  });

  testOnce('are sent later if the daily email limit is used up', async () => {
    await w.approve(LATER);
    expect(await w.round({ ...SETTINGS, mailsPerCompany: 0 })).toEqual([]);
    expect(subjects(await w.own())).toHaveLength(1);
  });

  test("list only the new company's poles after a user has moved to another company", async () => {
    const other = await createWorld(w.harness, w.master);
    await w.master.call('PATCH', `/api/companies/${other.companyId}`, {
      autoHalfMast: true,
      name: 'Birch',
    });
    const both = { kind: 'companies', companyIds: [w.world.companyId, other.companyId] };
    const { id } = await w.approve({ ...LATER, scope: both });
    await w.round();
    await w.harness.services.db.queries
      .updateTable('users')
      .set({ company_id: other.companyId, location_id: other.locationId })
      .where('id', '=', w.world.companyUser.id)
      .execute();
    expect(await w.own()).toEqual([]);
    await w.amend(id, { reason: 'Title' });
    const mails = await w.own();
    expect(subjects(mails)).toEqual(['Halyard: half-staff order amended: Title']);
    expect(mails[0]?.text).toContain('Half-staff order amended for Birch');
    expect(mails[0]?.text).not.toContain('Acme');
  });
});
