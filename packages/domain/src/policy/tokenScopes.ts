import type { Access } from './access.ts';
import type { Action } from './policy.ts';

/** What an API token may do, each with all before it; never more than whom it stands for. */
export const TOKEN_SCOPES = ['read', 'switch', 'manage'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** The first word of the acts that are for people alone: accounts, and what opens the door. */
const PEOPLES_SUBJECTS = ['user', 'invitation', 'serviceAccount'];
/** The first words of the acts that a token may be allowed; what is new is not until it stands here. */
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

/** The scope that an act needs of a token; null where no token may. */
export function scopeNeededFor(action: Action): TokenScope | null {
  const [subject = '', act] = action.split('.');
  if (act === 'read') return [...SUBJECTS, ...PEOPLES_SUBJECTS].includes(subject) ? 'read' : null;
  if (!SUBJECTS.includes(subject)) return null;
  return action === 'flag.switch' ? 'switch' : 'manage';
}

/**
 * The scope that a call needs of a token; null where no token may make it. Of what every signed-in
 * person may do it can look alone: passwords, second factors and tokens are changed by people.
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

/** Whether a token of this scope may do what needs that one. */
export function isScopeEnough(has: TokenScope, needed: TokenScope | null): boolean {
  return needed !== null && TOKEN_SCOPES.indexOf(has) >= TOKEN_SCOPES.indexOf(needed);
}
