import { expect, test } from 'vitest';
import { skyOf } from './sky.ts';

const HOUR = 3_600_000;

test.each([
  ['day', 12, 2],
  ['dusk', 12, 0.5],
  ['night', 6, 15],
  ['dawn', 0.5, 14],
] as const)('the sky is %s if the sun rises in %d h and sets in %d h', (sky, sunrise, sunset) => {
  expect(skyOf({ now: 0, sunrise: sunrise * HOUR, nextSunset: sunset * HOUR })).toBe(sky);
});
