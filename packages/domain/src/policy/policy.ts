import type { Role } from '../people/roles.ts';

/**
 * All actions that the policy can allow. In the API contract, each restricted call requires one of
 * them.
 */
export const ACTIONS = [
  // Actions that company users may perform.
  'company.read',
  'company.setAutoHalfMast',
  'company.setTwoApprovals',
  'location.read',
  'location.create',
  'location.update',
  'location.delete',
  'flag.read',
  'flag.switch',
  'flag.releaseOthers',
  'flag.edit',
  'user.read',
  'user.create',
  'user.update',
  'user.delete',
  'invitation.read',
  'invitation.create',
  'invitation.revoke',
  'webhook.manage',
  'order.read',
  'order.manage',
  'order.approveSecond',
  'ledger.read',
  'fleet.import',
  'alert.read',
  'alert.manage',
  'activity.read',
  'refusedDevice.read',
  'setUpList.read',
  // Actions that only the operator may perform.
  'company.create',
  'company.update',
  'company.delete',
  'flag.create',
  'flag.move',
  'flag.delete',
  'deviceKey.manage',
  'user.assignMaster',
  'serviceAccount.manage',
  'halfStaffDay.confirm',
  'orderSource.manage',
  'engine.switch',
  'alertDefaults.manage',
  'settings.manage',
] as const;
export type Action = (typeof ACTIONS)[number];

/**
 * How far a permission reaches: everywhere, the acting user's own company, or only the user's own
 * location.
 */
export type Reach = 'all' | 'company' | 'location';

type Acts = Partial<Record<Action, Reach>>;
const acts = (reach: Reach, actions: readonly Action[]): Acts =>
  Object.fromEntries(actions.map((action) => [action, reach]));

/**
 * The actions that each role may perform, and how far each extends (decisions, "Roles"). The server
 * enforces this; the web console hides what is not allowed.
 */
export const POLICY: Record<Role, Acts> = {
  master: acts('all', ACTIONS),
  company_user: acts('company', [
    'company.read',
    'company.setAutoHalfMast',
    'company.setTwoApprovals',
    'location.read',
    'location.create',
    'location.update',
    'location.delete',
    'flag.read',
    'flag.switch',
    'flag.releaseOthers',
    'flag.edit',
    'user.read',
    'user.create',
    'user.update',
    'user.delete',
    'invitation.read',
    'invitation.create',
    'invitation.revoke',
    'webhook.manage',
    'order.read',
    'order.manage',
    'order.approveSecond',
    'ledger.read',
    'fleet.import',
    'alert.read',
    'alert.manage',
    'activity.read',
    'refusedDevice.read',
    'setUpList.read',
  ]),
  location_user: {
    ...acts('company', ['company.read']),
    ...acts('location', [
      'location.read',
      'flag.read',
      'flag.switch',
      'alert.read',
      'activity.read',
    ]),
  },
  employee: acts('company', [
    'company.read',
    'flag.read',
    'flag.switch',
    'alert.read',
    'activity.read',
  ]),
};

/**
 * Whether a master can make a user with this role operator staff. Operator staff see every company
 * and belong to none.
 */
export const mayBeStaff = (role: Role): boolean => role === 'employee';

/** Whether a master has made this account operator staff. */
export const isStaff = (account: { role: Role; allCompanies: boolean }): boolean =>
  account.allCompanies && mayBeStaff(account.role);

/** The account that performs an action, with the properties that the policy uses. */
export interface Actor {
  id: string;
  role: Role;
  companyId: string | null;
  locationId: string | null;
  /** Whether the account is operator staff; ignored for roles that cannot be operator staff. */
  allCompanies: boolean;
  /** Whether the account may command poles; false for view-only accounts. */
  mayMovePoles: boolean;
}

/** The companies and locations where an actor may perform one action. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'company'; companyId: string }
  | { kind: 'location'; companyId: string; locationId: string }
  /**
   * An empty scope. Used for an account that belongs to no company or location, although its role
   * may perform the action.
   */
  | { kind: 'nothing' };

/**
 * Returns the actor's scope for an action; null if the actor may never perform it, in which case
 * the server responds with 403.
 */
export function scopeOf(actor: Actor, action: Action): Scope | null {
  const reach = POLICY[actor.role][action];
  if (!reach || (action === 'flag.switch' && !actor.mayMovePoles)) return null;
  if (reach === 'all' || isStaff(actor)) return { kind: 'all' };
  const { companyId, locationId } = actor;
  if (companyId === null) return { kind: 'nothing' };
  if (reach === 'company') return { kind: 'company', companyId };
  return locationId === null ? { kind: 'nothing' } : { kind: 'location', companyId, locationId };
}

/**
 * Whether the acting account may perform the action anywhere. If not, the console hides the
 * action's controls.
 */
export function may(actor: Actor, action: Action): boolean {
  const scope = scopeOf(actor, action);
  return scope !== null && scope.kind !== 'nothing';
}

/** Whether a record that belongs to this company (and location, if any) is in the scope. */
export function inScope(
  scope: Scope,
  thing: { companyId: string | null; locationId?: string | null },
): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'company':
      return thing.companyId === scope.companyId;
    case 'location':
      return thing.companyId === scope.companyId && thing.locationId === scope.locationId;
    case 'nothing':
      return false;
  }
}

/** The console's pages (spec §2). Only users who may perform a page's action can open the page. */
export const PAGES = {
  '/': 'flag.read',
  '/companies': 'company.create',
  '/companies/:id': 'company.update',
  '/locations': 'location.update',
  '/locations/:id': 'flag.read',
  '/employees': 'user.read',
  '/flags': 'flag.read',
  '/flags/:id': 'flag.read',
  '/half-staff': 'order.read',
  '/half-staff/proof': 'ledger.read',
  '/memorial-day': 'engine.switch',
  '/import': 'fleet.import',
  // Users without this permission see only movements, on each flag's page.
  '/activity': 'user.read',
  '/alerts': 'alert.read',
  '/refused-devices': 'refusedDevice.read',
  '/integrations': 'webhook.manage',
  '/settings': 'settings.manage',
  // Open to every user.
  '/profile': null,
} as const satisfies Record<string, Action | null>;
export type Page = keyof typeof PAGES;

/** Whether the role may perform the action in any company or location. */
export const roleMay = (role: Role, action: Action | null): boolean =>
  action === null || action in POLICY[role];

export const mayOpen = (page: Page, role: Role): boolean => roleMay(role, PAGES[page]);
