import { type Action, type Reach, type Role, rolesReaching } from '@halyard/domain';

/**
 * The conditions from which the security rules are built (protocol §19), each written only once.
 */

export const all = (...conditions: string[]): string => conditions.join(' && ');
export const any = (...conditions: string[]): string =>
  conditions.length === 1 ? conditions[0]! : `(${conditions.join(' || ')})`;

const SIGNED_IN = 'auth != null';
const SESSION = "root.child('access').child(auth.token.sid)";

/** A user or a service account whose session or token has not ended. */
export const person = (...conditions: string[]) =>
  all(SIGNED_IN, `${SESSION}.exists()`, ...conditions);

/**
 * A user or service account who may move poles. Others have 'look' instead of true in `access`, so
 * that a change of that right takes effect immediately.
 */
export const mover = (...conditions: string[]) =>
  all(SIGNED_IN, `${SESSION}.val() == true`, ...conditions);

/**
 * The device of this flag, if the server has put the flag here. With Firebase, `sid` is the id of
 * the device's key: a revoked key is refused immediately, although its token remains valid.
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

/** A client that signed in with this session may read its end, even after it has ended. */
export const carrier = (...conditions: string[]) =>
  all(SIGNED_IN, 'auth.token.sid == $sid', ...conditions);

/** The query selects no window of the children: live windows cost work, and users need none. */
export const WHOLE = `(${all(
  'query.orderByChild == null',
  'query.orderByValue != true',
  'query.startAt == null',
  'query.endAt == null',
  'query.limitToFirst == null',
  'query.limitToLast == null',
)})`;

const NO_LIMIT = all('query.limitToFirst == null', 'query.limitToLast == null');

/** The query selects the children with this value. Rules do not filter: it must name the tenant. */
export const only = (field: string, value: string) =>
  all(`query.orderByChild == '${field}'`, `query.equalTo == ${value}`, NO_LIMIT);

/** The query selects the children of one company or location. */
export const onlyOne = (...fields: string[]) =>
  all(
    any(...fields.map((field) => `query.orderByChild == '${field}'`)),
    'query.equalTo != null',
    NO_LIMIT,
  );

const hasRole = (roles: readonly Role[]) =>
  any(...roles.map((role) => `auth.token.role == '${role}'`));

/** Roles with this right everywhere, and operator staff, who see every company. */
const everywhere = (action: Action): string[] => [
  hasRole(rolesReaching(action, 'all')),
  'auth.token.allCompanies == true',
];
export const mayEverywhere = (action: Action): string => any(...everywhere(action));

/**
 * Users with this right in their company or location, if the additional conditions are also true.
 */
export const inTheirs = (
  action: Action,
  reach: Exclude<Reach, 'all'>,
  ...conditions: string[]
): string[] => {
  const roles = rolesReaching(action, reach);
  return roles.length === 0 ? [] : [`(${all(hasRole(roles), ...conditions)})`];
};

/** Users with this right in the tenant to which the node belongs. */
export const mayAt = (action: Action, node: string): string =>
  any(
    ...everywhere(action),
    ...inTheirs(action, 'company', `${node}.child('companyId').val() == auth.token.companyId`),
    ...inTheirs(action, 'location', `${node}.child('locationId').val() == auth.token.locationId`),
  );

/**
 * The pole has no lock before and after the write.
 * @param flag path from the written node to the flag's
 */
export const unlocked = (flag: string): string =>
  all(`!data${flag}.child('lock').exists()`, `!newData${flag}.child('lock').exists()`);

/** A read-only API token has this value in the claim `scope`. */
export const NOT_READ_ONLY = "auth.token.scope != 'read'";

/** Priorities are not used, and a priority may be a string of megabytes. */
export const NO_PRIORITY = 'newData.getPriority() == null';
