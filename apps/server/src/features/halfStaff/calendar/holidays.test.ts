import { protocolDays } from '@halyard/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../testing/harness.ts';

describe('GET /api/federal-holidays (spec §3, §7)', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await createHarness();
  });
  afterAll(() => harness.close());

  const holidaysAt = async (time: string) => {
    harness.time.now = Date.parse(time);
    const person = await harness.as('employee');
    const { status, json } = await person.call('GET', '/api/federal-holidays');
    expect(status).toBe(200);
    return json;
  };

  test("lists this year's and next year's days by date, with one note for all of them", async () => {
    const { holidays, note } = await holidaysAt('2026-11-20T12:00:00Z');
    expect(note).toMatch(/sunrise to sunset/);
    expect(holidays[0]).toEqual({ date: '2026-01-01', name: "New Year's Day", halfStaff: false });
    expect(holidays.at(-1).date).toBe('2027-12-25');
    const dates = holidays.map(({ date }: { date: string }) => date);
    expect(dates).toEqual([...dates].sort());
  });

  test('shows every role the date that a master has confirmed instead of the projected date', async () => {
    const name = 'National Fallen Firefighters Memorial Service';
    const dayAt = async () => {
      const { holidays } = await holidaysAt('2026-11-20T12:00:00Z');
      return holidays.filter((day: { name: string }) => day.name === name).at(-1);
    };
    const notes = 'Date projected, not announced yet';
    expect(await dayAt()).toEqual({ date: '2027-05-02', name, halfStaff: true, notes });
    const master = await harness.as('master');
    await master.call('POST', '/api/half-staff/days', { name, date: '2027-10-03' });
    expect(await dayAt()).toEqual({ date: '2027-10-03', name, halfStaff: true });
    await master.call('POST', '/api/half-staff/days', { name, date: '2027-05-02' });
  });

  test("covers the dashboard's next twelve months in every time zone, even around New Year's Day", async () => {
    // At this time, 2027 has begun in Guam, but in American Samoa it is still December 31, 2026.
    const { holidays } = await holidaysAt('2027-01-01T10:30:00Z');
    expect(protocolDays(holidays, '2026-12-31')).toHaveLength(3);
    expect(protocolDays(holidays, '2027-01-01').map(({ date }) => date)).toEqual([
      '2027-05-02',
      '2027-05-15',
      '2027-05-31',
    ]);
  });
});
