import type { Flag } from '@halyard/domain';
import { describe, expect, test } from 'vitest';
import { makeFlag } from '@/flags/testing/flags.ts';
import { foundLocations } from '@/testing/search.ts';
import { findTargets, targetsOf } from './findTargets.ts';

const at = (name: string, location: string, locationId: string) =>
  makeFlag({ name, location, locationId });
/** The targets of poles at these locations. */
const targetsAt = (flags: readonly Flag[]) => targetsOf(foundLocations(flags), flags);
const targets = targetsAt([
  at('Main Entrance', 'Harbor Headquarters', 'hq'),
  at('Main Gate', 'Harbor Headquarters', 'hq'),
  at('Pole 1', 'Depot', 'depot'),
  at('Pole 10', 'Depot', 'depot'),
  at('Crane', 'Depot', 'depot'),
]);
const find = (query: string, kinds: ('pole' | 'location')[] = ['pole', 'location']) =>
  findTargets(targets, query, kinds);
const namesOf = (query: string) => find(query).shown.map(({ name }) => name);

describe('finding the poles for a command', () => {
  test('returns poles and locations that match every word, and lists those whose names start with the input first', () => {
    expect(namesOf('harbor')).toEqual(['Harbor Headquarters', 'Main Entrance', 'Main Gate']);
    expect(namesOf('gate harbor')).toEqual(['Main Gate']);
    expect(find('harbor', ['pole']).shown.map(({ name }) => name)).not.toContain(
      'Harbor Headquarters',
    );
  });

  test.each([
    ['main', null],
    ['main entrance', 'Main Entrance'],
    ['entrance', 'Main Entrance'],
    ['harbor h', 'Harbor Headquarters'],
    ['pole 1', 'Pole 1'],
    ['pole', null],
    ['nowhere', null],
    ['', null],
  ])('resolves “%s” to %j', (query, name) => {
    expect(find(query).meant?.name ?? null).toBe(name);
  });

  test('returns no single pole for a name that two poles share', () => {
    const twins = targetsAt([at('Main', 'Hall', 'hall'), at('Main', 'Depot', 'depot')]);
    expect(findTargets(twins, 'main', ['pole']).meant).toBeNull();
    expect(findTargets(twins, 'main depot', ['pole']).meant).toMatchObject({
      flag: { location: 'Depot' },
    });
  });

  test('returns only a few of ten thousand matches, and the total number of matches', () => {
    const many = targetsAt(
      Array.from({ length: 10_000 }, (_, n) => at(`Pole ${n}`, 'Field', 'field')),
    );
    const found = findTargets(many, 'pole', ['pole', 'location']);
    expect(found).toMatchObject({ total: 10_000, meant: null });
    expect(found.shown).toHaveLength(8);
  });
});
