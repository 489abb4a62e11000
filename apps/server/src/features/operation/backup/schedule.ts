import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BackupReport } from '@halyard/domain';
import type { Clock } from '../../../platform/clock.ts';
import type { Services } from '../../calls/context.ts';
import type { BackupPlan } from '../settings/effective.ts';
import { freeBytesOf } from './archive/files.ts';
import { storedBackups } from './folder.ts';
import type { BackupDesk } from './report.ts';

/** Milliseconds after which a backup that failed is tried again. */
const RETRY_MS = 60 * 60_000;
/** Characters of a failed backup's message that are passed on. */
const MAX_SAID = 2000;

/** Milliseconds for which it is not looked again whether backups can be made: where they can, and else. */
const CHECK_MS = 60 * 60_000;
const CHECK_AGAIN_MS = 60_000;

export interface ScheduleParts {
  /** The settings in effect now. Rejects where the database is away. */
  plan(): Promise<BackupPlan>;
  clock: Clock;
  log: Services['log'];
  /** Aborted when the process stops: ends the backup under way. */
  signal: AbortSignal;
  /** Makes one backup in the plan's folder. Rejects with the reason if it fails. */
  make(plan: BackupPlan, signal: AbortSignal): Promise<void>;
  /** Why none can be made; null: nothing known. */
  check(): Promise<string | null>;
  desk: BackupDesk;
}

/**
 * Makes a backup each day, and right away if the last time was missed or
 * somebody asks for one. Reports how that goes.
 */
export class BackupSchedule {
  readonly #parts: ScheduleParts;
  #failure: BackupReport['failure'] = null;
  /** The plan that the last round saw, as text. */
  #planned = '';
  #checked: { at: number; problem: string | null } | null = null;
  /** The report that is stored, as text. */
  #reported = '';

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  /** Makes a backup if one is due or asked for. Logs a failure; the next try is an hour later. */
  async round(): Promise<void> {
    const { clock, desk, signal } = this.#parts;
    const plan = this.#takePlan(await this.#parts.plan());
    const request = await desk.openRequest(clock());
    if (request !== null || (await this.#isDue(plan))) await this.#make(plan);
    if (signal.aborted) return;
    // Kept until here: a process that stops leaves the request to the next one.
    if (request !== null) await desk.closeRequest(request);
    await this.#report(plan, null);
  }

  /** Whatever was wrong may be right with other settings. */
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
      // The try tells why it cannot be read.
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

/** Bytes left on the disk with the folder, to two digits; null where that is not known. */
async function roughlyFree(folder: string): Promise<number | null> {
  for (const place of [folder, path.dirname(folder)])
    try {
      return Number((await freeBytesOf(place)).toPrecision(2));
    } catch {
      // The folder may not be there yet.
    }
  return null;
}

/** The next moment, in epoch milliseconds, at which a backup is to be made. */
export function nextDue(minuteOfDay: number, now: number): number {
  const due = new Date(lastDue(minuteOfDay, now));
  due.setDate(due.getDate() + 1);
  return due.getTime();
}

/** The last moment, in epoch milliseconds, at which a backup was to be made. */
export function lastDue(minuteOfDay: number, now: number): number {
  const due = new Date(now);
  due.setHours(Math.floor(minuteOfDay / 60), minuteOfDay % 60, 0, 0);
  if (due.getTime() > now) due.setDate(due.getDate() - 1);
  return due.getTime();
}

/**
 * Runs `admin backup` in a process of its own: to hold back the writers of SQLite for a moment would
 * block this one, which is one of them.
 * @param env settings of the server
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
      // After the signal it is still ending.
      if (!signal.aborted) reject(error);
    });
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(said.trim() || 'The backup ended without a word.')),
    );
  });
}

/** The operator's commands, built or as sources, as this module is. */
function adminProgram(): string[] {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const file = fileURLToPath(new URL(`../../../app/admin/cli.${ending}`, import.meta.url));
  return [...process.execArgv, file];
}
