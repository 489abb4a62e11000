import { afterEach, describe, expect, test } from 'vitest';
import { returnPath, startLeaving, stateForSignIn, stopLeaving } from './returnPath.ts';

afterEach(stopLeaving);

describe('the page after signing in', () => {
  test('is the page that the user was on when the session ended', () => {
    expect(returnPath(stateForSignIn('/flags?q=hall&page=2', true))).toBe('/flags?q=hall&page=2');
  });

  test('is the dashboard if the user had deliberately signed out', () => {
    startLeaving();
    expect(returnPath(stateForSignIn('/flags', true))).toBe('/');
  });

  test.each([
    null,
    undefined,
    {},
    { returnTo: 7 },
    { returnTo: 'https://elsewhere.example' },
    { returnTo: '//elsewhere.example' },
    { returnTo: '/\\elsewhere.example' },
    { returnTo: '/auth' },
  ])('is never on another site, and never /auth itself: %j', (state) => {
    expect(returnPath(state)).toBe('/');
  });
});
