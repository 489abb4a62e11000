import { type Authenticator, CredentialRefused, type Identity } from '@halyard/realtime';

export const NOW = 1_800_000_000_000;

const CALLERS = {
  master: { role: 'master' },
  staff: { role: 'employee', allCompanies: true },
  companyA: { role: 'company_user', companyId: 'A' },
  locationA: { role: 'location_user', companyId: 'A', locationId: 'L1' },
  employeeA: { role: 'employee', companyId: 'A' },
  companyB: { role: 'company_user', companyId: 'B' },
  locationB: { role: 'location_user', companyId: 'B', locationId: 'L9' },
  employeeB: { role: 'employee', companyId: 'B' },
  /** An employee without a company or operator permissions, who may see nothing. */
  lost: { role: 'employee' },
  /** A user whose session has ended, so that access/{sid} does not exist. */
  loggedOut: { role: 'master', sid: 'ended' },
  /** A user who may not move poles, so that access/ contains 'look'. */
  lookerA: { role: 'employee', companyId: 'A' },
  /** These callers signed in with an API token. */
  masterToken: { role: 'master', scope: 'read' },
  companyTokenA: { role: 'company_user', companyId: 'A', scope: 'read' },
  locationTokenA: { role: 'location_user', companyId: 'A', locationId: 'L1', scope: 'read' },
  device1: { flagId: 'P1', sid: null },
  device9: { flagId: 'P9', sid: null },
  device3: { flagId: 'P3', sid: null },
  /**
   * A device that uses Firebase. Its token contains the ID of the device key, which must exist in
   * access/.
   */
  google1: { flagId: 'P1' },
  revoked1: { flagId: 'P1', sid: 'revoked' },
} as const;
export type Caller = keyof typeof CALLERS | 'stranger';
export const EVERYONE = [...Object.keys(CALLERS), 'stranger'] as Caller[];
export const OPERATOR: Caller[] = ['master', 'staff'];
/** Callers who see every company. */
export const SEES_ALL: Caller[] = [...OPERATOR, 'masterToken'];
/** Callers who see company A. */
export const OF_A: Caller[] = ['companyA', 'employeeA', 'companyTokenA'];
/** Callers who see location L1. */
export const OF_L1: Caller[] = ['locationA', 'locationTokenA'];
/** Callers who see company B, or its location L9. */
export const OF_B: Caller[] = ['companyB', 'locationB', 'employeeB'];
export const DEVICE_1: Caller[] = ['device1', 'google1'];

function identity(name: string): Identity {
  const given = CALLERS[name as keyof typeof CALLERS];
  if (!given) throw new CredentialRefused('invalid_token');
  const token = {
    role: null,
    companyId: null,
    locationId: null,
    allCompanies: false,
    flagId: null,
    sid: `s-${name}`,
    scope: null,
    ...given,
  };
  return { auth: { uid: name, token } };
}
export const authenticate: Authenticator = {
  credential: (name) => Promise.resolve(identity(name)),
};

export const flag = (id: string, companyId: string, locationId: string) => ({
  id,
  companyId,
  locationId,
  moveTimeout: 15,
  flagUp: true,
  flagDown: false,
  flagHalf: false,
  lamp: false,
  command: {
    ...{ id: 'old', issuedAt: NOW - 1000, receivedAt: NOW - 900, by: 'master' },
    ...{ from: 'half', to: 'up' },
  },
});
const { command: _, ...UNCOMMANDED } = flag('P8', 'A', 'L1');
const OF_OLDER_VERSION = { id: 'old', issuedAt: NOW - 1000, by: 'master' };
export const CLOSED = {
  ...{ id: 'old', issuedAt: NOW - 1000, receivedAt: NOW - 900, by: 'master' },
  ...{ closedAt: NOW - 800, outcome: 'confirmed', requestedAt: NOW - 850, goal: 'up' },
  positionRequest: { id: 'asked', by: 'companyA', at: NOW - 5000, from: 'down', to: 'up' },
};
export const NEW = { id: 'P10', companyId: 'A', locationId: 'L1' };
export const LOCK = { reason: 'Rope frayed', by: 'employeeA', byName: 'ann', at: NOW - 5000 };
export const TREE = {
  access: Object.fromEntries(
    Object.keys(CALLERS).map((name) => [`s-${name}`, name === 'lookerA' ? 'look' : true]),
  ),
  users: {
    'company-A': {
      hardware: {
        P1: flag('P1', 'A', 'L1'),
        P2: flag('P2', 'A', 'L2'),
        // This pole is locked.
        P3: { ...flag('P3', 'A', 'L1'), lock: LOCK },
        // The server divides the moves of these poles into steps. One pole is at half-staff, and
        // one at the top.
        P5: { ...flag('P5', 'A', 'L1'), serverSteps: true, reported: { flagHalf: true } },
        P6: { ...flag('P6', 'A', 'L1'), serverSteps: true, reported: { flagUp: true } },
        // This pole was moved to company B. Its owner key does not change, because the device
        // always uses the same path.
        P7: flag('P7', 'B', 'L9'),
        // This pole has not had a command yet.
        P8: UNCOMMANDED,
        // This pole has no desired state. It only reports.
        P10: { ...NEW, reported: { flagUp: true } },
        // This command is from a version that did not store when commands were received, and one of
        // its steps is done.
        P11: { ...flag('P11', 'A', 'L1'), command: OF_OLDER_VERSION },
        P12: {
          ...flag('P12', 'A', 'L1'),
          command: { ...OF_OLDER_VERSION, requestedAt: NOW - 9000 },
        },
        // This command is closed and changed only the lamp.
        P13: { ...flag('P13', 'A', 'L1'), command: CLOSED },
      },
    },
    'company-B': { hardware: { P9: flag('P9', 'B', 'L9') } },
    companyA: { profile: { user_id: 'companyA', email: 'a@example.com' } },
  },
  summaries: {
    all: { total: 3 },
    companies: { A: { total: 2 }, B: { total: 1 } },
    locations: { L1: { total: 1 }, L2: { total: 1 }, L9: { total: 1 } },
  },
  companies: { A: { name: 'A', rev: 1 }, B: { name: 'B', rev: 1 } },
  locations: { L1: { companyId: 'A' }, L2: { companyId: 'A' }, L9: { companyId: 'B' } },
};

export const A = 'users/company-A/hardware';
export const B = 'users/company-B/hardware';
