import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { entry, Push } from '../listens/push.ts';
import { parseNode, plainJson } from '../tree/json.ts';
import { Tree } from '../tree/tree.ts';
import { EventMerger } from './merge.ts';

const node = (value: unknown) => parseNode(value, 0, undefined, { now: 0, limits: defaultLimits });
const key = fc.constantFrom('a', 'b', 'c');
const value = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 3 }),
  fc.dictionary(key, fc.oneof(fc.integer({ min: 0, max: 3 }), fc.dictionary(key, fc.boolean()))),
);
const write = fc.record({ path: fc.array(key, { maxLength: 3 }), value });

describe('a merged event', () => {
  test('gives a reader the same data as the separate events', () => {
    fc.assert(
      fc.property(value, fc.array(write, { minLength: 1, maxLength: 8 }), (initial, writes) => {
        const truth = new Tree();
        const reader = new Tree();
        truth.set([], node(initial));
        reader.set([], node(initial));
        const merger = new EventMerger([]);
        for (const { path, value } of writes) {
          const slot = truth.set(path, node(value));
          if (slot === undefined) continue;
          // As in the database, if a leaf above the written path is replaced, the changed path is
          // the leaf's.
          const leaf = slot.previous?.children === null && slot.path.length < path.length;
          const at = leaf ? slot.path : path;
          merger.add(new Push('put', at, [entry([], truth.get(at), true)]));
        }
        if (merger.empty) return;
        const event = merger.take();
        const data = JSON.parse(event.data) as Record<string, unknown>;
        if (event.event === 'put') reader.set(event.path, node(data));
        else {
          for (const [rel, child] of Object.entries(data)) {
            reader.set([...event.path, ...rel.split('/')], node(child));
          }
        }
        expect(plainSorted(reader)).toEqual(plainSorted(truth));
      }),
    );
  });
});

const plainSorted = (tree: Tree): unknown => JSON.parse(plainJson(tree.root));
