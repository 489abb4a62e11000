import { type Action, type Reach, type Role, rolesReaching } from '@halyard/domain';

/**
 * The conditions from which the security rules are built (protocol §19). Each is defined only once.
 */

export const all = (...conditions: string[]): string => conditions.join(' && ');
export const any = (...conditions: string[]): string =>
  conditions.length === 1 ? conditions[0]! : `(${conditions.join(' || ')})`;

const SIGNED_IN = 'auth != null';
const SESSION = "root.child('access').child(auth.token.sid)";

/**
 * Returns a rule condition: the client is a user or service account whose session or token is still
 * valid.
 */
export const person = (...conditions: string[]) =>
  all(SIGNED_IN, `${SESSION}.exists()`, ...conditions);

/**
 * Returns a rule condition: the client is a user or service account that may move poles. The
 * condition reads the client's entry in `access` (true or 'look'), so a change to the permission
 * takes effect immediately.
 */
export const mover = (...conditions: string[]) =>
  all(SIGNED_IN, `${SESSION}.val() == true`, ...conditions);

/**
 * Returns a rule condition: the client is the device of this flag, and the server has stored the
 * flag at this path. With Firebase, the condition also requires the key's entry in `access`, so a
 * revoked key is rejected even while its token is still valid.
 */
export const device = (node: string) =>
  all(
    SIGNED_IN,
    'auth.token.flagId == $flagId',
    `(auth.token.sid == null || ${SESSION}.exists())`,
    isHere(node),
  );

/** Returns a rule condition: the server has stored this flag at this path. */
export const isHere = (node: string) => `${node}.child('id').val() == $flagId`;

/**
 * Returns a rule condition: the entry in `access` belongs to the client's own session. The client
 * may read the entry even after the session has ended. This is how the client learns that the
 * session has ended.
 */
export const carrier = (...conditions: string[]) =>
  all(SIGNED_IN, 'auth.token.sid == $sid', ...conditions);

/**
 * A rule condition: the query reads all children. Live queries for only some of the children would
 * cost the server a lot of time, and users do not need them.
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

/**
 * Returns a rule condition: the query selects only the children whose `field` has the given value.
 * Rules cannot filter results, so the query itself must limit the results to one company or
 * location.
 */
export const only = (field: string, value: string) =>
  all(`query.orderByChild == '${field}'`, `query.equalTo == ${value}`, NO_LIMIT);

/** Returns a rule condition: the query selects only the children of one company or location. */
export const onlyOne = (...fields: string[]) =>
  all(
    any(...fields.map((field) => `query.orderByChild == '${field}'`)),
    'query.equalTo != null',
    NO_LIMIT,
  );

const hasRole = (roles: readonly Role[]) =>
  any(...roles.map((role) => `auth.token.role == '${role}'`));

/**
 * Returns two rule conditions. A client that meets either one may perform `action` in every
 * company. One checks the client's role, and the other checks whether the client is operator staff.
 */
const everywhere = (action: Action): string[] => [
  hasRole(rolesReaching(action, 'all')),
  'auth.token.allCompanies == true',
];
export const mayEverywhere = (action: Action): string => any(...everywhere(action));

/**
 * Returns a rule condition: the client's role allows `action` within its own company or location,
 * and the additional conditions are true. Returns an empty array if no role allows this.
 */
export const inTheirs = (
  action: Action,
  reach: Exclude<Reach, 'all'>,
  ...conditions: string[]
): string[] => {
  const roles = rolesReaching(action, reach);
  return roles.length === 0 ? [] : [`(${all(hasRole(roles), ...conditions)})`];
};

/**
 * Returns a rule condition: the client may perform `action` on the flag, given the flag's company
 * and location.
 */
export const mayAt = (action: Action, node: string): string =>
  any(
    ...everywhere(action),
    ...inTheirs(action, 'company', `${node}.child('companyId').val() == auth.token.companyId`),
    ...inTheirs(action, 'location', `${node}.child('locationId').val() == auth.token.locationId`),
  );

/**
 * Returns a rule condition: the pole is unlocked both before and after the write.
 * @param flag the path from the written field to the flag
 */
export const unlocked = (flag: string): string =>
  all(`!data${flag}.child('lock').exists()`, `!newData${flag}.child('lock').exists()`);

/**
 * A rule condition: the client signed in with an API token, which only scripts and service accounts
 * do.
 */
export const IS_API_TOKEN = 'auth.token.scope != null';

/**
 * A rule condition: the client's API token is not read-only, according to its `scope` claim. Also
 * true for clients without an API token.
 */
export const NOT_READ_ONLY = "auth.token.scope != 'read'";

/**
 * A rule condition: the value has no priority. Halyard does not use priorities. Without this
 * condition, a client could store a priority of several megabytes.
 */
export const NO_PRIORITY = 'newData.getPriority() == null';
