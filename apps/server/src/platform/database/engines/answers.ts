import { DatabaseSilent } from './outage.ts';

/** Milliseconds without any answer after which a database is taken to be away. */
const SILENCE_MS = 1000;

/**
 * Knows when the database last answered anyone, and thereby whether one who waits waits for a database
 * that is busy or for one that is away and does not even refuse: frozen, or behind a cable that was cut.
 */
export class Answers {
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** Notes when `asked` succeeds. */
  async of<T>(asked: Promise<T>): Promise<T> {
    const result = await asked;
    this.#answeredAt = performance.now();
    return result;
  }

  /**
   * The result of `asked`, or a rejection as soon as it has waited for a second in which the database has
   * answered nobody. However busy the database is, as long as it answers someone this waits on.
   * @throws DatabaseSilent
   */
  async prompt<T>(asked: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const silence = new Promise<never>((_resolve, reject) => {
      const startedAt = performance.now();
      const left = () => SILENCE_MS - (performance.now() - Math.max(startedAt, this.#answeredAt));
      const look = () => {
        // An answer may have come while this process was too busy to read it: it is read first.
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
