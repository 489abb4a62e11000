import type { Access } from './access.ts';
import type { Action } from './policy.ts';

/**
 * The scopes of API tokens, from the narrowest to the widest. Each scope includes the previous
 * ones. No token may do more than its owner.
 */
export const TOKEN_SCOPES = ['read', 'switch', 'manage'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/**
 * Prefixes of actions that concern accounts and access. API tokens may perform such an action only
 * if it reads data.
 */
const PEOPLES_SUBJECTS = ['user', 'invitation', 'serviceAccount'];
/**
 * API tokens may perform actions whose names begin with one of these prefixes. New prefixes are
 * excluded until they are added here.
 */
const SUBJECTS = [
  'company',
  'location',
  'flag',
  'deviceKey',
  'webhook',
  'alert',
  'alertDefaults',
  'order',
  'ledger',
  'halfStaffDay',
  'engine',
];

/** The scope that a token needs for an action; null if no token may perform it. */
export function scopeNeededFor(action: Action): TokenScope | null {
  const [subject = '', act] = action.split('.');
  if (act === 'read') return [...SUBJECTS, ...PEOPLES_SUBJECTS].includes(subject) ? 'read' : null;
  if (!SUBJECTS.includes(subject)) return null;
  return action === 'flag.switch' ? 'switch' : 'manage';
}

/**
 * The scope that a token needs for a call; null if no token may make it. A token may make a call
 * that is open to every signed-in user only if the call reads data. Passwords, two-factor
 * authentication and tokens can be changed only by the users themselves.
 */
export function scopeNeededToCall({
  access,
  method,
}: {
  access: Exclude<Access, 'public'>;
  method: string;
}): TokenScope | null {
  if (access === 'enrolling') return null;
  if (access === 'session' || access === 'anySession') return method === 'GET' ? 'read' : null;
  return scopeNeededFor(access);
}

/** Whether a token with scope `has` may make calls that need scope `needed`. */
export function isScopeEnough(has: TokenScope, needed: TokenScope | null): boolean {
  return needed !== null && TOKEN_SCOPES.indexOf(has) >= TOKEN_SCOPES.indexOf(needed);
}
