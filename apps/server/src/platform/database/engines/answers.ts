import { DatabaseSilent } from './outage.ts';

/** How long a database may go without any response before it counts as unreachable, in ms. */
const SILENCE_MS = 1000;

/**
 * Records when the database last responded to any query. A database that has responded recently is
 * only busy. Otherwise, it counts as unreachable, even if there is no error. For example, a frozen
 * server or a broken cable causes no error.
 */
export class Answers {
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** Waits for a query's result, and records when it arrived. */
  async of<T>(asked: Promise<T>): Promise<T> {
    const result = await asked;
    this.#answeredAt = performance.now();
    return result;
  }

  /**
   * Waits for a query's result. Keeps waiting as long as the database responds to other queries,
   * but rejects after a second without any response.
   * @throws DatabaseSilent
   */
  async prompt<T>(asked: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const silence = new Promise<never>((_resolve, reject) => {
      const startedAt = performance.now();
      const left = () => SILENCE_MS - (performance.now() - Math.max(startedAt, this.#answeredAt));
      const look = () => {
        // A response may have arrived while this process was too busy to read it. Read it first.
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
