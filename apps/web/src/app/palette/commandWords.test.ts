import { describe, expect, test } from 'vitest';
import { readCommand, type Verb } from './commandWords.ts';

describe('the command parser', () => {
  test.each<[string, Verb, string]>([
    ['lower Main Entrance', 'lower', 'main entrance'],
    ['  Down   harbor ', 'lower', 'harbor'],
    ['raise main', 'raise', 'main'],
    ['up main', 'raise', 'main'],
    ['half main', 'half', 'main'],
    ['half-staff main', 'half', 'main'],
    ['half mast main', 'half', 'main'],
    ['lamp on main', 'lamp-on', 'main'],
    ['light main off', 'lamp-off', 'main'],
    ['lock main', 'lock', 'main'],
    ['test main', 'test', 'main'],
    ['history main', 'history', 'main'],
    ['timeline main', 'timeline', 'main'],
  ])('parses “%s” as the command %s for “%s”', (typed, verb, target) => {
    expect(readCommand(typed)).toEqual({ verbs: [verb], target });
  });

  test('offers both on and off for a lamp if the input contains neither', () => {
    expect(readCommand('lamp main')).toEqual({ verbs: ['lamp-on', 'lamp-off'], target: 'main' });
  });

  test.each([
    'lowr main',
    'loweer main',
    'upper lot',
    'downtown',
    'halfway house',
    'lo',
    'main lower',
  ])('does not parse “%s” as a command', (typed) => expect(readCommand(typed)).toBeNull());

  test('does not read “staff” in “half staff” as a pole name', () => {
    expect(readCommand('half staff')?.target).toBe('');
    expect(readCommand('half staff parking')?.target).toBe('parking');
  });

  test.each(['lower', 'lower ', 'lamp on', 'half-staff'])(
    'does not find a pole name in “%s”',
    (typed) => {
      expect(readCommand(typed)?.target).toBe('');
    },
  );
});
