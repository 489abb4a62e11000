import type { OutageGroup } from '@halyard/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OutageIndex, type OutagePole } from './outageIndex.ts';

/**
 * Counts all poles from scratch. The index must reach the same result by counting one change at a
 * time.
 */
function groupOf(
  poles: readonly (OutagePole & { id: string })[],
  id: string | null,
  keys: readonly ('companyId' | 'locationId')[],
): OutageGroup {
  const [key, ...further] = keys;
  const offline = poles.flatMap(({ companyId, locationId, offlineSince }) =>
    offlineSince === null ? [] : [{ companyId, locationId, offlineSince }],
  );
  const parts = key ? [...new Set(poles.map((pole) => pole[key]))] : [];
  return {
    id,
    total: poles.length,
    known: poles.filter(({ isKnown }) => isKnown).length,
    offline,
    parts: parts
      .map((each) =>
        groupOf(
          poles.filter((pole) => pole[key!] === each),
          each,
          further,
        ),
      )
      .filter((part) => part.offline.length > 0),
  };
}

/** Sorts the lists whose order does not matter. */
const sorted = (group: OutageGroup): OutageGroup => ({
  ...group,
  offline: group.offline.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
  parts: group.parts.map(sorted).toSorted((a, b) => a.id!.localeCompare(b.id!)),
});

test('counting offline poles one change at a time gives the same result as a full count', () => {
  const id = fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6');
  const place = fc.constantFrom(['a', 'a1'], ['a', 'a2'], ['b', 'b1']);
  const change = fc.record({
    id,
    place,
    isKnown: fc.boolean(),
    offlineSince: fc.option(fc.integer({ min: 1, max: 3 })),
    isDeleted: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const index = new OutageIndex();
      const poles = new Map<string, OutagePole>();
      for (const {
        id: each,
        place: [companyId = '', locationId = ''],
        isDeleted,
        ...more
      } of changes) {
        const pole = { companyId, locationId, ...more };
        if (isDeleted) {
          index.delete(each);
          poles.delete(each);
        } else {
          index.set(each, pole);
          poles.set(each, pole);
        }
      }
      const all = Array.from(poles, ([each, pole]) => ({ id: each, ...pole }));
      expect(sorted(index.fleet())).toEqual(
        sorted(groupOf(all, null, ['companyId', 'locationId'])),
      );
    }),
  );
});
