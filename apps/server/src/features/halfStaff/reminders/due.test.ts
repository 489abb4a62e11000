import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorld } from '../../../testing/world.ts';
import {
  addressOf,
  createMailWorld,
  type MailWorld,
  sunrise,
  sunset,
} from './testing/mailWorld.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('half-staff emails', () => {
  let w: MailWorld;
  let reads: number;
  beforeEach(async () => {
    w = await createMailWorld('sqlite', '2026-12-02T10:00:00-06:00');
    const get = w.poles.get.bind(w.poles);
    const values = w.poles.values.bind(w.poles);
    reads = 0;
    // Counts every way in which the job can read poles from the index.
    vi.spyOn(w.poles, 'get').mockImplementation((id) => {
      reads++;
      return get(id);
    });
    vi.spyOn(w.poles, 'values').mockImplementation(() => {
      reads++;
      return values();
    });
  });
  afterEach(() => w.close());

  const ownMails = async () =>
    (await w.round())
      .filter(({ to }) => to === addressOf(w.world.companyUser))
      .map(({ subject }) => subject);
  /**
   * Runs the job every half hour for the given number of hours. Returns the times and subjects of
   * the emails to the company user.
   */
  const runFor = async (hours: number) => {
    const mails: string[] = [];
    const until = w.harness.time.now + hours * HOUR_MS;
    for (; w.harness.time.now < until; w.harness.time.now += 30 * MINUTE_MS)
      for (const subject of await ownMails())
        mails.push(`${new Date(w.harness.time.now).toISOString().slice(0, 16)} ${subject}`);
    return mails;
  };

  test('make the server read the poles at most three times in the 36 hours around a half-staff day', async () => {
    w.at('2026-12-06T00:00:00-06:00');
    const subject = 'Halyard: half-staff tomorrow: National Pearl Harbor Remembrance Day';
    let rounds = 0;
    const scans: number[] = [];
    for (; rounds < 36 * 3; rounds++, w.harness.time.now += 20 * MINUTE_MS) {
      const before = reads;
      const mails = await ownMails();
      if (reads > before) scans.push(rounds);
      if (mails.length > 0) expect([rounds, mails]).toEqual([54, [subject]]);
    }
    expect(scans).toContain(54);
    expect(scans.length).toBeLessThanOrEqual(3);
  });

  test('do not make the server read the poles before the evening when the next email is due', async () => {
    await w.approve({ starts: sunrise('2026-12-05'), ends: sunset('2026-12-06') });
    await w.round();
    reads = 0;
    const mails = await runFor(4);
    expect([mails, reads]).toEqual([[], 0]);
  });

  test.each([
    ['remembered', () => undefined],
    ['lost in a restart before each run', () => w.restart()],
  ])('are sent at the right times if the times of the next emails are %s', async (_, before) => {
    await w.approve({
      reason: 'Late Mayor',
      ...{ starts: sunrise('2026-12-04'), ends: sunset('2026-12-06') },
    });
    const mails: string[] = [];
    const until = w.harness.time.now + 100 * HOUR_MS;
    for (; w.harness.time.now < until; w.harness.time.now += HOUR_MS) {
      before();
      for (const subject of await ownMails())
        mails.push(`${new Date(w.harness.time.now).toISOString().slice(0, 16)} ${subject}`);
    }
    expect(mails).toEqual([
      '2026-12-02T16:00 Halyard: half-staff order approved: Late Mayor',
      '2026-12-04T00:00 Halyard: half-staff tomorrow: Late Mayor',
      '2026-12-06T12:00 Halyard: half-staff ends today at Acme',
    ]);
  });

  describe('are sent in the next run of the email job if', () => {
    const subject = 'Halyard: half-staff tomorrow: National Pearl Harbor Remembrance Day';
    /** Sends the emails that are due that evening. */
    const afterEvening = async () => {
      w.at('2026-12-06T18:00:00-06:00');
      expect(await ownMails()).toEqual([subject]);
      w.at('2026-12-06T18:05:00-06:00');
      reads = 0;
      expect(await w.round()).toEqual([]);
      expect(reads).toBe(0);
    };

    test('a company begins to follow half-staff days', async () => {
      const other = await createWorld(w.harness, w.master);
      await afterEvening();
      await w.master.call('PATCH', `/api/companies/${other.companyId}`, { autoHalfMast: true });
      const mails = await w.round();
      expect(mails.map(({ to }) => to)).toEqual([addressOf(other.companyUser)]);
    });

    test('a company gets its first flag', async () => {
      const other = await createWorld(w.harness, w.master);
      await w.master.call('PATCH', `/api/companies/${other.companyId}`, { autoHalfMast: true });
      for (const id of [other.flagRowId, other.otherFlagRowId])
        expect((await w.master.call('DELETE', `/api/flags/${id}`)).status).toBe(204);
      await afterEvening();
      const { companyId, locationId } = other;
      const body = { name: 'New', flagId: 'NEW-1', companyId, locationId };
      expect((await w.master.call('POST', '/api/flags', body)).status).toBe(201);
      const mails = await w.round();
      expect(mails.map(({ to }) => to)).toEqual([addressOf(other.companyUser)]);
    });

    test('a user joins the company', async () => {
      await afterEvening();
      const user = await w.harness.as('company_user', { companyId: w.world.companyId });
      expect((await w.round()).map(({ to }) => to)).toEqual([addressOf(user)]);
    });

    test('an order is approved', async () => {
      await afterEvening();
      await w.approve({ reason: 'Late Mayor' });
      expect(await ownMails()).toEqual(['Halyard: half-staff today: Late Mayor']);
    });

    test('the clock of a demo is set back', async () => {
      await afterEvening();
      const other = await w.harness.as('company_user', { companyId: w.world.companyId });
      w.at('2026-12-06T12:00:00-06:00');
      expect(await w.round()).toEqual([]);
      w.at('2026-12-06T18:00:00-06:00');
      expect((await w.round()).map(({ to }) => to)).toEqual([addressOf(other)]);
    });
  });

  test('do not make the server read the poles again when a user sets a hold on one of them', async () => {
    const { id } = await w.approve();
    await w.round();
    const hold = {
      ...{ reason: 'Painting' },
      expires: { kind: 'source-ends', sourceKey: `order:${id}` },
    };
    const held = await w.master.call('POST', `/api/flags/${w.world.flagRowId}/hold`, hold);
    expect(held.status, held.text).toBeLessThan(300);
    const values = vi.mocked(w.poles.values).mock.calls.length;
    await w.round();
    expect(vi.mocked(w.poles.values).mock.calls.length).toBe(values);
  });
});
