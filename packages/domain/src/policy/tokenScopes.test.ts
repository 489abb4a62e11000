import { describe, expect, test } from 'vitest';
import { ACTIONS } from './policy.ts';
import { isScopeEnough, scopeNeededFor, scopeNeededToCall } from './tokenScopes.ts';

describe('what an API token may do', () => {
  test('reading needs read, commands need switch, all else that is not for people alone manage', () => {
    expect(scopeNeededFor('flag.read')).toBe('read');
    expect(scopeNeededFor('user.read')).toBe('read');
    expect(scopeNeededFor('flag.switch')).toBe('switch');
    for (const action of [
      'flag.edit',
      'flag.releaseOthers',
      'company.delete',
      'deviceKey.manage',
      'webhook.manage',
      'order.manage',
      'engine.switch',
    ] as const)
      expect([action, scopeNeededFor(action)]).toEqual([action, 'manage']);
  });

  test('accounts, invitations, tokens and settings are for people alone', () => {
    const refused = ACTIONS.filter((action) =>
      /^(user|invitation|serviceAccount|settings)\./.test(action),
    )
      .filter((action) => !action.endsWith('.read'))
      .map(scopeNeededFor);
    expect(refused.length).toBeGreaterThan(6);
    expect(new Set(refused)).toEqual(new Set([null]));
  });

  test('of what every signed-in person may do, it may look alone', () => {
    expect(scopeNeededToCall({ access: 'anySession', method: 'GET' })).toBe('read');
    expect(scopeNeededToCall({ access: 'enrolling', method: 'GET' })).toBe(null);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const access of ['session', 'anySession'] as const)
        expect(scopeNeededToCall({ access, method })).toBe(null);
  });

  test('a scope holds those before it', () => {
    expect(isScopeEnough('manage', 'read')).toBe(true);
    expect(isScopeEnough('switch', 'switch')).toBe(true);
    expect(isScopeEnough('read', 'switch')).toBe(false);
    expect(isScopeEnough('switch', 'manage')).toBe(false);
    expect(isScopeEnough('manage', null)).toBe(false);
  });
});
