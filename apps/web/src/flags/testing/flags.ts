import {
  type Flag,
  type Role,
  readRecord,
  type SessionUser,
  SPECIFIED_VOLTAGE_LIMITS,
  viewFlag,
} from '@halyard/domain';

/** Returns the time `ago` seconds ago, in seconds since the epoch by this machine's clock. */
export const seconds = (ago = 0) => Date.now() / 1000 - ago;

/** Creates the realtime node of a pole that is online and up. */
export function node(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const states = { flagUp: true, flagDown: false, flagHalf: false, lamp: false };
  return { voltage: 42, ...states, reported: { ...states, lastSeen: seconds(5) }, ...changes };
}

/** Creates the node of a pole that last reported `ago` seconds ago. */
export function silentNode(ago: number): Record<string, unknown> {
  const { reported, ...rest } = node();
  return { ...rest, reported: { ...(reported as object), lastSeen: seconds(ago) } };
}

let made = 0;

/** Creates a flag as the API returns it, with the live state of the realtime node `raw`. */
export function makeFlag(changes: Partial<Flag> = {}, raw: unknown = node()): Flag {
  const id = changes.id ?? `id-${++made}`;
  const live = readRecord(raw);
  const view = viewFlag(live, Date.now());
  const companyId = changes.companyId ?? 'acme';
  return {
    id,
    flagId: `pole-${id}`,
    name: `Pole ${id}`,
    flies: 'us',
    location: 'City Hall',
    locationId: `${companyId}-city-1`,
    state: 'OH',
    company: 'Acme',
    companyId,
    status: view.isOnline ? 'online' : 'offline',
    isOnline: view.isOnline,
    voltage: view.voltage,
    switches: view.switches.map(({ id: sw, label, state }) => ({ id: sw, label, state })),
    lastUpdated: view.lastSeen,
    firebaseUserId: `company-${companyId}`,
    newKeySince: null,
    voltageLimits: SPECIFIED_VOLTAGE_LIMITS,
    isSimulated: false,
    openAlerts: [],
    autopilot: 'follows',
    live,
    ...changes,
  };
}

/** Creates `count` flags, named Pole 1 and so on. */
export const numbered = (count: number): Flag[] =>
  Array.from({ length: count }, (_, n) =>
    makeFlag({ id: `n${n}`, flagId: `n-${n}`, name: `Pole ${n + 1}` }),
  );

export function makeUser(role: Role, changes: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 'user-1',
    username: role,
    role,
    email: 'someone@example.org',
    phone: '5555550100',
    firstName: 'Some',
    lastName: 'One',
    companyId: role === 'master' ? null : 'acme',
    locationId: role === 'location_user' ? 'acme-city-1' : null,
    allCompanies: false,
    mayMovePoles: true,
    temporary: false,
    secondFactorMissing: false,
    session: { key: 'session-1', expiresAt: Number.MAX_SAFE_INTEGER, idleMs: 14 * 86_400_000 },
    confirmedEmail: 'pat@example.org',
    mailsSignIns: true,
    halfStaffMails: { begins: true, ends: true, orders: true, drafts: true },
    ...changes,
  };
}
