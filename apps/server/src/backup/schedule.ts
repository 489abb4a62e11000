import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../clock.ts';
import type { Services } from '../context.ts';
import { everyRound, type Rounds } from '../rounds.ts';
import { storedBackups } from './folder.ts';

/** Milliseconds between two looks at the clock. */
const ROUND_MS = 10_000;
/** Milliseconds after which a backup that failed is tried again. */
const RETRY_MS = 60 * 60_000;
/** Characters of a failed backup's message that are passed on. */
const MAX_SAID = 2000;

/** When backups are made, and where they go. */
export interface BackupPlan {
  folder: string;
  /** Minutes after midnight, local time of the server. */
  minuteOfDay: number;
}

export interface ScheduleParts {
  plan: BackupPlan;
  clock: Clock;
  log: Services['log'];
  /** Whether this process makes the backups. */
  isLeader(): boolean;
  /** Makes one backup in the plan's folder. Rejects with the reason if it fails. */
  make(signal: AbortSignal): Promise<void>;
}

/** Makes a backup each day, in the one process that leads, and right away if the last time was missed. */
export class BackupSchedule {
  readonly #parts: ScheduleParts;
  readonly #stopping = new AbortController();
  #rounds: Rounds | null = null;
  #retryAt = 0;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  start(): void {
    const { log } = this.#parts;
    this.#rounds = everyRound(
      ROUND_MS,
      () => this.round(),
      (error) => log.error({ err: error }, 'The time of the next backup is unknown'),
    );
  }

  /** Makes a backup if one is due. Logs a failure; the next try is an hour later. */
  async round(): Promise<void> {
    const { plan, clock, log, isLeader, make } = this.#parts;
    const now = clock();
    if (!isLeader() || now < this.#retryAt || this.#stopping.signal.aborted) return;
    try {
      const [newest] = await storedBackups(plan.folder);
      if (newest && newest.at >= lastDue(plan.minuteOfDay, now)) return;
      await make(this.#stopping.signal);
      log.info({ folder: plan.folder }, 'A backup was made');
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#retryAt = now + RETRY_MS;
      const reason = (error as Error).message;
      log.error({ folder: plan.folder }, `No backup was made; retrying in an hour. ${reason}`);
    }
  }

  /** Ends the backup that is under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#rounds?.stop();
  }
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
  const file = fileURLToPath(new URL(`../admin/cli.${ending}`, import.meta.url));
  return [...process.execArgv, file];
}
