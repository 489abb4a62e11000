import {
  type Database,
  onValue,
  push,
  ref,
  remove,
  runTransaction,
  set,
  update,
} from '@firebase/database';
import { connect } from '../sdk.ts';
import type { Random } from './random.ts';

/** The data that a well-behaved client has written and expects to read back. */
interface Model {
  counter: number;
  values: Record<string, unknown>;
  list: Record<string, number>;
}

/**
 * A well-behaved SDK client that keeps working while others attack. It keeps a model of its data.
 */
export class Bystander {
  readonly model: Model = { counter: 0, values: {}, list: {} };
  /** Number of acknowledged operations. */
  done = 0;
  /** Number of lost connections. */
  losses = 0;
  /** The latest value received by the client's own listener. */
  seen: unknown = null;
  readonly #client: ReturnType<typeof connect>;
  readonly #path: string;

  constructor(port: number, path: string) {
    this.#path = path;
    this.#client = connect(port);
    onValue(this.#at(), (snapshot) => {
      this.seen = snapshot.val();
    });
    let connected = false;
    onValue(ref(this.#client.db, '.info/connected'), (snapshot) => {
      if (connected && snapshot.val() === false) this.losses++;
      connected = snapshot.val() === true;
    });
  }

  #at(below = ''): ReturnType<typeof ref> {
    const db: Database = this.#client.db;
    return ref(db, `${this.#path}/${below}`);
  }

  /** Performs one operation and waits for its acknowledgment. */
  async work(random: Random): Promise<void> {
    const { model } = this;
    const key = `k${random.below(20)}`;
    const value = random.pick([1, 'text', true, { a: { b: 2 }, c: 'é' }, 'x'.repeat(40_000)]);
    switch (random.below(5)) {
      case 0:
        await set(this.#at(`values/${key}`), value);
        model.values[key] = value;
        break;
      case 1:
        await update(this.#at(), { [`values/${key}`]: value, [`values/${key}2`]: null });
        model.values[key] = value;
        delete model.values[`${key}2`];
        break;
      case 2:
        await remove(this.#at(`values/${key}`));
        delete model.values[key];
        break;
      case 3:
        await runTransaction(this.#at('counter'), (count: number | null) => (count ?? 0) + 1);
        model.counter++;
        break;
      default: {
        const { key: name } = await push(this.#at('list'), this.done);
        model.list[name ?? ''] = this.done;
      }
    }
    this.done++;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Serializes a value as JSON with the members sorted by name and without empty objects. */
export function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .map(([key, child]) => [key, sorted(child)] as const)
    .filter(([, child]) => child !== '{}')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, child]) => `${JSON.stringify(key)}:${child}`).join(',')}}`;
}
