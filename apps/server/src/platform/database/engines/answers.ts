import { DatabaseSilent } from './outage.ts';

/** Milliseconds without any answer after which a database counts as unreachable. */
const SILENCE_MS = 1000;

/**
 * Tracks when the database last answered anyone. A waiting caller can then distinguish a busy
 * database from one that is unreachable without refusing: frozen, or behind a cut cable.
 */
export class Answers {
  #answeredAt = Number.NEGATIVE_INFINITY;

  /** Records the time at which `asked` succeeds. */
  async of<T>(asked: Promise<T>): Promise<T> {
    const result = await asked;
    this.#answeredAt = performance.now();
    return result;
  }

  /**
   * Waits for `asked`, but rejects after a second in which the database has answered nobody. As
   * long as a busy database answers anyone, this keeps waiting.
   * @throws DatabaseSilent
   */
  async prompt<T>(asked: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const silence = new Promise<never>((_resolve, reject) => {
      const startedAt = performance.now();
      const left = () => SILENCE_MS - (performance.now() - Math.max(startedAt, this.#answeredAt));
      const look = () => {
        // An answer may have arrived while this process was too busy to read it: read it first.
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
