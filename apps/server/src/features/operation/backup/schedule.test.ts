import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BackupReport } from '@halyard/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BackupPlan } from '../settings/effective.ts';
import { lockFolder, newBackupFile, removeOld, storedBackups } from './folder.ts';
import { BackupSchedule, lastDue, nextDue } from './schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOON = new Date(2026, 10, 22, 12, 0).getTime();

let folder: string;
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'halyard-schedule-')), 'backups');
});
afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

const store = (at: number, isPostgres = false) => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(newBackupFile(folder, at, isPostgres), 'a backup');
};

describe('the backup schedule', () => {
  let now: number;
  let errors: string[];
  let fails: boolean;
  let isAskedFor: boolean;
  let isAskedForDuringMake: boolean[];
  let problem: string | null;
  let plan: BackupPlan;
  let reports: BackupReport[];
  let schedule: BackupSchedule;
  let stopping: AbortController;
  let onMake: () => void;
  beforeEach(() => {
    stopping = new AbortController();
    onMake = () => {};
    [now, errors, fails] = [NOON, [], false];
    [isAskedFor, isAskedForDuringMake] = [false, []];
    [problem, reports] = [null, []];
    plan = { isOn: true, folder, minuteOfDay: 190, days: 14 };
    schedule = new BackupSchedule({
      plan: async () => plan,
      clock: () => now,
      log: { ...console, info: () => {}, error: (_: unknown, said?: string) => errors.push(said!) },
      signal: stopping.signal,
      check: async () => problem,
      desk: {
        openRequest: async () => (isAskedFor ? 'request' : null),
        async closeRequest() {
          isAskedFor = false;
        },
        report: async (report) => void reports.push(report),
      },
      async make() {
        isAskedForDuringMake.push(isAskedFor);
        onMake();
        if (fails) throw new Error('The disk is full.');
        store(now);
      },
    });
  });
  const count = async () => (await storedBackups(folder)).length;

  test('makes a missed backup immediately, and then one each day at the set time', async () => {
    await schedule.round();
    await schedule.round();
    expect(await count()).toBe(1);
    now = new Date(2026, 10, 23, 3, 9).getTime();
    await schedule.round();
    expect(await count()).toBe(1);
    now = new Date(2026, 10, 23, 3, 10).getTime();
    await schedule.round();
    await schedule.round();
    expect(await count()).toBe(2);
  });

  test('logs a failure once, and retries the backup after an hour', async () => {
    fails = true;
    await schedule.round();
    now += HOUR - 1;
    await schedule.round();
    expect(errors).toEqual(['No backup was made; retrying in an hour. The disk is full.']);
    fails = false;
    now += 1;
    await schedule.round();
    expect(await count()).toBe(1);
  });

  test('makes a backup when a user asks for one, even if daily backups are off', async () => {
    plan = { ...plan, isOn: false };
    await schedule.round();
    expect(await count()).toBe(0);
    isAskedFor = true;
    await schedule.round();
    await schedule.round();
    expect(await count()).toBe(1);
  });

  test("keeps a user's request for a backup open until the backup succeeds or fails", async () => {
    plan = { ...plan, isOn: false };
    isAskedFor = true;
    await schedule.round();
    isAskedFor = true;
    fails = true;
    await schedule.round();
    expect(isAskedForDuringMake).toEqual([true, true]);
    expect(isAskedFor).toBe(false);
  });

  test('still makes a backup that a user requested if the process stops during the first attempt', async () => {
    plan = { ...plan, isOn: false };
    isAskedFor = true;
    onMake = () => stopping.abort();
    fails = true;
    await schedule.round();
    expect(isAskedFor).toBe(true);
  });

  test('retries a failed backup as soon as the backup settings change', async () => {
    fails = true;
    await schedule.round();
    fails = false;
    await schedule.round();
    expect(await count()).toBe(0);
    plan = { ...plan, minuteOfDay: 191 };
    await schedule.round();
    expect(await count()).toBe(1);
  });

  test('reports the start and the completion of a backup, each only once', async () => {
    await schedule.round();
    await schedule.round();
    expect(reports.map(({ runningSince, last }) => [runningSince, last?.bytes])).toEqual([
      [NOON, undefined],
      [null, 'a backup'.length],
    ]);
    expect(reports[1]).toMatchObject({ folder, problem: null, failure: null });
    expect(reports[1]!.freeBytes).toBeGreaterThan(0);
  });

  test('reports why the last backup failed, and what prevents the next one', async () => {
    fails = true;
    problem = 'pg_dump was not found on PATH.';
    await schedule.round();
    expect(reports.at(-1)).toMatchObject({
      problem,
      last: null,
      failure: { at: NOON, reason: 'The disk is full.', retryAt: NOON + HOUR },
      runningSince: null,
    });
  });

  test('checks every minute whether the problem that prevents backups is gone', async () => {
    problem = 'PostgreSQL cannot be reached.';
    await schedule.round();
    problem = null;
    now += MINUTE - 1;
    await schedule.round();
    expect(reports.at(-1)!.problem).toBe('PostgreSQL cannot be reached.');
    now += 1;
    await schedule.round();
    expect(reports.at(-1)!.problem).toBe(null);
  });

  test('schedules the next backup for the set local time, even when daylight saving time starts or ends', () => {
    expect(nextDue(190, NOON)).toBe(new Date(2026, 10, 23, 3, 10).getTime());
    expect(nextDue(13 * 60, NOON)).toBe(new Date(2026, 10, 22, 13, 0).getTime());
    const before = new Date(2026, 9, 31, 12, 0).getTime();
    expect(new Date(nextDue(190, before)).getHours()).toBe(3);
  });

  test("before today's scheduled time, treats yesterday's backup as the latest one due", () => {
    expect(lastDue(190, NOON)).toBe(new Date(2026, 10, 22, 3, 10).getTime());
    expect(lastDue(13 * 60, NOON)).toBe(new Date(2026, 10, 21, 13, 0).getTime());
  });
});

describe('the backup folder', () => {
  test('can contain two backups from the same second, under different names', async () => {
    store(NOON);
    store(NOON + 300);
    expect((await storedBackups(folder)).map(({ at }) => at)).toEqual([NOON + 1000, NOON]);
  });

  test('keeps all other files when old and interrupted backups are removed', async () => {
    const kept = [NOON, NOON - 13.5 * DAY].map((at) => newBackupFile(folder, at, false));
    for (const days of [20, 14.5, 13.5, 0]) store(NOON - days * DAY);
    mkdirSync(`${newBackupFile(folder, NOON, true)}.part-abc`);
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    writeFileSync(path.join(folder, 'halyard-2020-01-01'), 'made by hand');
    await removeOld(folder, 14, NOON);
    expect((await storedBackups(folder)).map(({ file }) => file)).toEqual(kept);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['notes.txt', 'halyard-2020-01-01']),
    );
    expect(readdirSync(folder)).toHaveLength(4);
  });

  test('keeps the newest backup, regardless of its age', async () => {
    store(NOON - 100 * DAY);
    await removeOld(folder, 14, NOON);
    expect(await storedBackups(folder)).toHaveLength(1);
  });

  test('can be locked by only one process at a time', async () => {
    const release = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`Another process is making a backup in`);
    release();
    (await lockFolder(folder))();
  });

  test('is not created if its parent folder does not exist', async () => {
    await expect(lockFolder(path.join(folder, 'deep/er'))).rejects.toThrow(/cannot be created/);
  });
});
