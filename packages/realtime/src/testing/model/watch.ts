import { isDeepStrictEqual } from 'node:util';
import { type DataSnapshot, onValue, type Query } from '@firebase/database';
import type { PlainModel, Window } from './plainModel.ts';

/** One listener of a client and its latest snapshot. */
export class Watch {
  readonly path: string;
  readonly window: Window | null;
  snapshot: DataSnapshot | undefined;
  readonly stop: () => void;

  constructor(target: Query, path: string, window: Window | null) {
    this.path = path;
    this.window = window;
    this.stop = onValue(target, (snapshot) => {
      this.snapshot = snapshot;
    });
  }
}

/** Returns the differences between a snapshot and the model; empty if they agree. */
export function differences(
  model: PlainModel,
  path: string,
  window: Window | null,
  snapshot: DataSnapshot | undefined,
): unknown[] {
  if (snapshot === undefined) return ['no value has come'];
  const shown: [key: string, value: unknown][] = [];
  snapshot.forEach((child) => {
    shown.push([child.key!, child.exportVal()]);
  });
  const keys = model.window(path, window ?? { order: { by: 'priority' } });
  const expected = keys.map((key) => [key, model.export(path === '' ? key : `${path}/${key}`)]);
  const found: unknown[] = [];
  if (!isDeepStrictEqual(shown, expected)) found.push({ shown, expected });
  if (window !== null) return found; // A filtered listener does not receive the node itself.
  const [whole, all] = [snapshot.exportVal() as unknown, model.export(path)];
  if (!isDeepStrictEqual(whole, all)) found.push({ shown: whole, expected: all });
  return found;
}
