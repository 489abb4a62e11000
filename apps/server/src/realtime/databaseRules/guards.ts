import { type Action, type Reach, type Role, rolesReaching } from '@halyard/domain';

/** The conditions that the security rules are made of (protocol §19); each is written here only once. */

export const all = (...conditions: string[]): string => conditions.join(' && ');
export const any = (...conditions: string[]): string =>
  conditions.length === 1 ? conditions[0]! : `(${conditions.join(' || ')})`;

const SIGNED_IN = 'auth != null';
const SESSION = "root.child('access').child(auth.token.sid)";

/** A person or a service account whose session or token has not ended. */
export const person = (...conditions: string[]) =>
  all(SIGNED_IN, `${SESSION}.exists()`, ...conditions);

/**
 * The same, who may move poles. Others have 'look' in place of true in `access`, so that a change of that
 * right counts at once.
 */
export const mover = (...conditions: string[]) =>
  all(SIGNED_IN, `${SESSION}.val() == true`, ...conditions);

/**
 * The device of this flag, where the server has put the flag. With Firebase its `sid` names its key: a
 * revoked key is refused at once, though its token lives on.
 */
export const device = (node: string) =>
  all(
    SIGNED_IN,
    'auth.token.flagId == $flagId',
    `(auth.token.sid == null || ${SESSION}.exists())`,
    isHere(node),
  );

/** The server has put this flag's node here. */
export const isHere = (node: string) => `${node}.child('id').val() == $flagId`;

/** Whoever carries the session hears of its end, also where it has ended already. */
export const carrier = (...conditions: string[]) =>
  all(SIGNED_IN, 'auth.token.sid == $sid', ...conditions);

/**
 * No query chooses a window of the children: each one that is live costs work at each write, and people
 * need none.
 */
export const WHOLE = `(${all(
  'query.orderByChild == null',
  'query.orderByValue != true',
  'query.startAt == null',
  'query.endAt == null',
  'query.limitToFirst == null',
  'query.limitToLast == null',
)})`;

const NO_LIMIT = all('query.limitToFirst == null', 'query.limitToLast == null');

/** Asks for the children with this value. Rules are no filters: the query must name the caller's tenant. */
export const only = (field: string, value: string) =>
  all(`query.orderByChild == '${field}'`, `query.equalTo == ${value}`, NO_LIMIT);

/** Asks for the children of any one company or location. */
export const onlyOne = (...fields: string[]) =>
  all(
    any(...fields.map((field) => `query.orderByChild == '${field}'`)),
    'query.equalTo != null',
    NO_LIMIT,
  );

const hasRole = (roles: readonly Role[]) =>
  any(...roles.map((role) => `auth.token.role == '${role}'`));

/** Whoever may do it everywhere, and operator staff, who see every company. */
const everywhere = (action: Action): string[] => [
  hasRole(rolesReaching(action, 'all')),
  'auth.token.allCompanies == true',
];
export const mayEverywhere = (action: Action): string => any(...everywhere(action));

/** The role and more: for those who may do it in their company, or their location. */
export const inTheirs = (
  action: Action,
  reach: Exclude<Reach, 'all'>,
  ...conditions: string[]
): string[] => {
  const roles = rolesReaching(action, reach);
  return roles.length === 0 ? [] : [`(${all(hasRole(roles), ...conditions)})`];
};

/** Whose tenant the node belongs to: everyone who may do this there. */
export const mayAt = (action: Action, node: string): string =>
  any(
    ...everywhere(action),
    ...inTheirs(action, 'company', `${node}.child('companyId').val() == auth.token.companyId`),
    ...inTheirs(action, 'location', `${node}.child('locationId').val() == auth.token.locationId`),
  );

/** Nobody works at the pole, before and after the write. @param flag path from the written node to the flag's */
export const unlocked = (flag: string): string =>
  all(`!data${flag}.child('lock').exists()`, `!newData${flag}.child('lock').exists()`);

/** An API token that may only read has the claim `scope` so. */
export const NOT_READ_ONLY = "auth.token.scope != 'read'";

/** Nobody reads a priority, and it may be a string of megabytes. */
export const NO_PRIORITY = 'newData.getPriority() == null';
