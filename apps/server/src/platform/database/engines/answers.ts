import { DatabaseSilent } from './outage.ts';

/** Time in ms without any response after which a database counts as unreachable. */
const SILENCE_MS = 1000;

/**
 * Tracks when the database last responded to any query. This distinguishes a busy database from an
 * unreachable one that does not refuse connections, such as a frozen server or one behind a cut
 * cable.
 */
export class Answers {
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** Waits for `asked`, and records the time if it succeeds. */
  async of<T>(asked: Promise<T>): Promise<T> {
    const result = await asked;
    this.#answeredAt = performance.now();
    return result;
  }

  /**
   * Waits for `asked`, but rejects once the database has not responded to any query for a second.
   * Keeps waiting for a busy database as long as it responds to other queries.
   * @throws DatabaseSilent
   */
  async prompt<T>(asked: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const silence = new Promise<never>((_resolve, reject) => {
      const startedAt = performance.now();
      const left = () => SILENCE_MS - (performance.now() - Math.max(startedAt, this.#answeredAt));
      const look = () => {
        // A response may have arrived while this process was too busy to read it, so read it first.
        setImmediate(() =>
          setImmediate(() => {
            if (isOver) return;
            const ms = left();
            if (ms <= 0) reject(new DatabaseSilent());
            else timer = setTimeout(look, ms);
          }),
        );
      };
      timer = setTimeout(look, SILENCE_MS);
    });
    try {
      return await Promise.race([asked, silence]);
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }
}
