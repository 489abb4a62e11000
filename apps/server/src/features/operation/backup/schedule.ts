import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackupReport } from '@halyard/domain';
import { t } from '@halyard/messages';
import type { Clock } from '../../../platform/clock.ts';
import type { Services } from '../../calls/context.ts';
import type { BackupPlan } from '../settings/effective.ts';
import { freeBytesOf } from './archive/files.ts';
import { storedBackups } from './folder.ts';
import type { BackupDesk } from './report.ts';

/** The time in ms between a failed backup and the next attempt. */
const RETRY_MS = 60 * 60_000;
/** The maximum number of characters to store of a failed backup's error message. */
const MAX_SAID = 2000;

/**
 * How often to check whether backups are possible, in ms. Used as long as the last check found no
 * problem.
 */
const CHECK_MS = 60 * 60_000;
/**
 * How long to wait before the next check after a check has found a problem that prevents backups,
 * in ms.
 */
const CHECK_AGAIN_MS = 60_000;

export interface ScheduleParts {
  /**
   * Returns the backup settings that are in effect now. Rejects if the database is not available.
   */
  plan(): Promise<BackupPlan>;
  clock: Clock;
  log: Services['log'];
  /** A signal that is aborted when the process stops. This also stops a running backup. */
  signal: AbortSignal;
  /**
   * Makes one backup in the configured backup folder. Rejects with the reason if the backup fails.
   */
  make(plan: BackupPlan, signal: AbortSignal): Promise<void>;
  /** Returns the problem that prevents backups. Null if no problem is known. */
  check(): Promise<string | null>;
  desk: BackupDesk;
}

/**
 * Makes a backup each day and whenever a user asks for one. If a daily backup was missed, makes one
 * immediately. Reports the progress.
 */
export class BackupSchedule {
  readonly #parts: ScheduleParts;
  #failure: BackupReport['failure'] = null;
  /**
   * The backup settings as of the last check, as JSON. If the JSON differs, the settings have
   * changed.
   */
  #planned = '';
  #checked: { at: number; problem: string | null } | null = null;
  /**
   * The last stored report about backups, as JSON. A new report is stored only if its JSON differs.
   */
  #reported = '';

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  /**
   * Makes a backup if one is due or a user has asked for one. Logs a failure, and tries again an
   * hour later.
   */
  async round(): Promise<void> {
    const { clock, desk, signal } = this.#parts;
    const plan = this.#takePlan(await this.#parts.plan());
    const request = await desk.openRequest(clock());
    if (request !== null || (await this.#isDue(plan))) await this.#make(plan);
    if (signal.aborted) return;
    // The request stays open until here. If this process stops before that, the next one makes the
    // backup.
    if (request !== null) await desk.closeRequest(request);
    await this.#report(plan, null);
  }

  /**
   * Applies the backup settings. If they have changed, forgets all earlier failures and problems.
   */
  #takePlan(plan: BackupPlan): BackupPlan {
    const planned = JSON.stringify(plan);
    if (planned !== this.#planned) {
      this.#failure = null;
      this.#checked = null;
    }
    this.#planned = planned;
    return plan;
  }

  async #isDue({ isOn, folder, minuteOfDay }: BackupPlan): Promise<boolean> {
    const now = this.#parts.clock();
    if (!isOn || now < (this.#failure?.retryAt ?? 0)) return false;
    try {
      const [newest] = await storedBackups(folder);
      return !newest || newest.at < lastDue(minuteOfDay, now);
    } catch {
      // The attempt to make a backup will report why the folder cannot be read.
      return true;
    }
  }

  async #make(plan: BackupPlan): Promise<void> {
    const { clock, log, make, signal } = this.#parts;
    const { folder } = plan;
    try {
      await this.#report(plan, clock());
      await make(plan, signal);
      this.#failure = null;
      log.info({ folder }, 'A backup was made');
    } catch (error) {
      if (signal.aborted) return;
      const at = clock();
      const reason = (error as Error).message;
      this.#failure = { at, reason, retryAt: at + RETRY_MS };
      const next = plan.isOn ? '; retrying in an hour' : '';
      log.error({ folder }, `No backup was made${next}. ${reason}`);
    }
  }

  async #report(plan: BackupPlan, runningSince: number | null): Promise<void> {
    const { folder } = plan;
    const [newest] = await storedBackups(folder).catch(() => []);
    const report: BackupReport = {
      folder,
      freeBytes: await roughlyFree(folder),
      problem: await this.#problem(),
      last: newest ? { at: newest.at, bytes: newest.bytes } : null,
      failure: this.#failure,
      runningSince,
    };
    const text = JSON.stringify(report);
    if (text === this.#reported) return;
    await this.#parts.desk.report(report);
    this.#reported = text;
  }

  async #problem(): Promise<string | null> {
    const { clock, check } = this.#parts;
    const now = clock();
    const known = this.#checked;
    const isKnown = known && now - known.at < (known.problem === null ? CHECK_MS : CHECK_AGAIN_MS);
    if (isKnown) return known.problem;
    const problem = await check();
    this.#checked = { at: now, problem };
    return problem;
  }
}

/**
 * Returns how many bytes are free on the disk that contains the backup folder, rounded to two
 * significant digits. Null if the number is unknown.
 */
async function roughlyFree(folder: string): Promise<number | null> {
  for (const place of [folder, path.dirname(folder)])
    try {
      return Number((await freeBytesOf(place)).toPrecision(2));
    } catch {
      // The folder may not exist yet.
    }
  return null;
}

/** Returns the time when the next backup is due, in epoch milliseconds. */
export function nextDue(minuteOfDay: number, now: number): number {
  const due = new Date(lastDue(minuteOfDay, now));
  due.setDate(due.getDate() + 1);
  return due.getTime();
}

/** Returns the time when the most recent backup was due, in epoch milliseconds. */
export function lastDue(minuteOfDay: number, now: number): number {
  const due = new Date(now);
  due.setHours(Math.floor(minuteOfDay / 60), minuteOfDay % 60, 0, 0);
  if (due.getTime() > now) due.setDate(due.getDate() - 1);
  return due.getTime();
}

/**
 * Runs `admin backup` in a separate process. A backup briefly blocks all of SQLite's writers,
 * including this process.
 * @param env the environment variables of the server
 */
export function backupProcess(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  program = adminProgram(),
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...program, 'backup'], {
      env,
      signal,
      killSignal: 'SIGTERM',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-MAX_SAID);
    });
    child.once('error', (error) => {
      // After the signal, the child process may need some time to shut down.
      if (!signal.aborted) reject(error);
    });
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(said.trim() || t`The backup failed without an error message.`)),
    );
  });
}

/**
 * Returns the arguments with which Node runs the admin commands, from the built program or from the
 * source.
 */
function adminProgram(): string[] {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const file = fileURLToPath(new URL(`../../../app/admin/cli.${ending}`, import.meta.url));
  return [...process.execArgv, file];
}
