import { type Logger, type LoggerOptions, pino } from 'pino';
import { isDatabaseOutage } from '../database/engines/outage.ts';
import { logSerializers } from './serializers.ts';

/** Milliseconds between looks whether the database is back. */
const LOOK_MS = 1000;
/** pino's number for `warn`. */
const WARN = 40;

/** The log of a process, in which an outage of a database is two lines however many it disturbs. */
export interface ProcessLog {
  readonly log: Logger;
  /**
   * Tells how to find out that an outage is over.
   * @returns ends the looks
   */
  watch(isHealthy: () => Promise<boolean>): () => void;
}

/**
 * Makes the log. What is logged about a database that cannot serve is counted: one line says that the
 * outage begins, and one that it is over. With the level `debug` all of it is shown as well.
 * @param destination absent: the standard output
 */
export function createLog(level: string, destination?: { write(line: string): void }): ProcessLog {
  let outage: { since: number; messages: number } | null = null;
  let isHealthy: (() => Promise<boolean>) | null = null;
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    timer = setTimeout(async () => {
      if (await isHealthy?.()) over();
      else if (outage && isHealthy) look();
    }, LOOK_MS);
    timer.unref();
  };
  const begin = (error: unknown) => {
    outage = { since: Date.now(), messages: 1 };
    log.error(
      { reason: reasonOf(error) },
      'The database cannot be reached or written: what fails because of that is counted until it is back',
    );
    look();
  };
  const over = () => {
    if (!outage) return;
    const { since, messages } = outage;
    outage = null;
    log.warn(
      { seconds: Math.round((Date.now() - since) / 1000), failures: messages },
      'The database is back',
    );
  };
  const options: LoggerOptions = {
    level,
    serializers: logSerializers,
    hooks: {
      logMethod(args, method, at) {
        const [first] = args as unknown[];
        const isOfOutage = at >= WARN && isDatabaseOutage((first as { err?: unknown } | null)?.err);
        if (isOfOutage && outage) outage.messages++;
        else if (isOfOutage) begin((first as { err: unknown }).err);
        if (!isOfOutage || this.isLevelEnabled('debug')) method.apply(this, args);
      },
    },
  };
  const log = destination ? pino(options, destination) : pino(options);
  return {
    log,
    watch(given) {
      isHealthy = given;
      if (outage) look();
      return () => {
        isHealthy = null;
        clearTimeout(timer);
      };
    },
  };
}

/** What lies at the bottom of an error. */
function reasonOf(error: unknown): string {
  let last = error;
  while (last instanceof Error && last.cause instanceof Error) last = last.cause;
  return last instanceof Error ? last.message || last.name : String(last);
}
