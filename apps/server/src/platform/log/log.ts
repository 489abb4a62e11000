import { type Logger, type LoggerOptions, pino } from 'pino';
import { isDatabaseOutage } from '../database/engines/outage.ts';
import { logSerializers } from './serializers.ts';

/** How often, in ms, to check whether a failed database is available again. */
const LOOK_MS = 1000;
/** The numeric value of pino's log level `warn`. */
const WARN = 40;

/**
 * The log of a process. A database outage adds only two lines to it, no matter how many operations
 * fail.
 */
export interface ProcessLog {
  readonly log: Logger;
  /**
   * Sets the check that determines whether a database outage is over.
   * @returns a function that stops the checks
   */
  watch(isHealthy: () => Promise<boolean>): () => void;
}

/**
 * Creates the log. During a database outage, messages about it are counted, but logged only at the
 * log level `debug`. One line marks the start of the outage, and another its end.
 * @param destination where to write; by default, standard output
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
      'The database is not available. Failures are only counted until it is back',
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

/** Returns the message of an error's innermost cause. */
function reasonOf(error: unknown): string {
  let last = error;
  while (last instanceof Error && last.cause instanceof Error) last = last.cause;
  return last instanceof Error ? last.message || last.name : String(last);
}
