import { describe, expect, test } from 'vitest';
import { ACTIONS } from './policy.ts';
import { isScopeEnough, scopeNeededFor, scopeNeededToCall } from './tokenScopes.ts';

describe('an API token', () => {
  test('needs the scope `read` to read, `switch` to command poles, and `manage` for everything else that tokens may do', () => {
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

  test('cannot change accounts, invitations, tokens or settings', () => {
    const refused = ACTIONS.filter((action) =>
      /^(user|invitation|serviceAccount|settings)\./.test(action),
    )
      .filter((action) => !action.endsWith('.read'))
      .map(scopeNeededFor);
    expect(refused.length).toBeGreaterThan(6);
    expect(new Set(refused)).toEqual(new Set([null]));
  });

  test('needs only the read scope for calls that every signed-in user may make', () => {
    expect(scopeNeededToCall({ access: 'anySession', method: 'GET' })).toBe('read');
    expect(scopeNeededToCall({ access: 'enrolling', method: 'GET' })).toBe(null);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const access of ['session', 'anySession'] as const)
        expect(scopeNeededToCall({ access, method })).toBe(null);
  });

  test('with a broad scope may do everything that narrower scopes allow', () => {
    expect(isScopeEnough('manage', 'read')).toBe(true);
    expect(isScopeEnough('switch', 'switch')).toBe(true);
    expect(isScopeEnough('read', 'switch')).toBe(false);
    expect(isScopeEnough('switch', 'manage')).toBe(false);
    expect(isScopeEnough('manage', null)).toBe(false);
  });
});
