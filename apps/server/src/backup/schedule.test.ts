import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder, newBackupFile, removeOld, storedBackups } from './folder.ts';
import { BackupSchedule, lastDue } from './schedule.ts';

const HOUR = 60 * 60_000;
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

describe('a schedule', () => {
  let now: number;
  let errors: string[];
  let fails: boolean;
  let leads: boolean;
  let schedule: BackupSchedule;
  beforeEach(() => {
    [now, errors, fails, leads] = [NOON, [], false, true];
    schedule = new BackupSchedule({
      plan: { folder, minuteOfDay: 190 },
      clock: () => now,
      log: { ...console, info: () => {}, error: (_: unknown, said?: string) => errors.push(said!) },
      isLeader: () => leads,
      async make() {
        if (fails) throw new Error('The disk is full.');
        store(now);
      },
    });
  });
  const count = async () => (await storedBackups(folder)).length;

  test('makes a missed backup at once, then one each day at its time', async () => {
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

  test('makes none in a process that does not lead', async () => {
    leads = false;
    await schedule.round();
    expect(await count()).toBe(0);
  });

  test('logs a failure once, and tries again after an hour', async () => {
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

  test('knows its last time, also before today’s', () => {
    expect(lastDue(190, NOON)).toBe(new Date(2026, 10, 22, 3, 10).getTime());
    expect(lastDue(13 * 60, NOON)).toBe(new Date(2026, 10, 21, 13, 0).getTime());
  });
});

describe('the folder of backups', () => {
  test('loses what is too old and what was cut off, and nothing else', async () => {
    for (const days of [20, 14.5, 13.5, 0]) store(NOON - days * DAY);
    mkdirSync(`${newBackupFile(folder, NOON, true)}.part-abc`);
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    writeFileSync(path.join(folder, 'halyard-2020-01-01'), 'made by hand');
    await removeOld(folder, 14, NOON);
    const kept = [NOON, NOON - 13.5 * DAY].map((at) => newBackupFile(folder, at, false));
    expect((await storedBackups(folder)).map(({ file }) => file)).toEqual(kept);
    expect(readdirSync(folder)).toEqual(
      expect.arrayContaining(['notes.txt', 'halyard-2020-01-01']),
    );
    expect(readdirSync(folder)).toHaveLength(4);
  });

  test('keeps the newest backup, however old it is', async () => {
    store(NOON - 100 * DAY);
    await removeOld(folder, 14, NOON);
    expect(await storedBackups(folder)).toHaveLength(1);
  });

  test('is for one process at a time', async () => {
    const release = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(`Another process is making a backup in`);
    release();
    (await lockFolder(folder))();
  });

  test('is not made in a folder that does not exist', async () => {
    await expect(lockFolder(path.join(folder, 'deep/er'))).rejects.toThrow(/cannot be made/);
  });
});
