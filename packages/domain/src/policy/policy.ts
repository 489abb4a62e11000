import type { Role } from '../people/roles.ts';

/** Every act that the policy knows. The API's contract names one of them for each call. */
export const ACTIONS = [
  // A company's.
  'company.read',
  'company.setAutoHalfMast',
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
  'ledger.read',
  'fleet.import',
  'alert.read',
  'alert.manage',
  'activity.read',
  'refusedDevice.read',
  'setUpList.read',
  // The operator's.
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
  'engine.switch',
  'alertDefaults.manage',
  'settings.manage',
] as const;
export type Action = (typeof ACTIONS)[number];

/** How far a permission reaches: everything, the actor's own company, or the actor's own location. */
export type Reach = 'all' | 'company' | 'location';

type Acts = Partial<Record<Action, Reach>>;
const acts = (reach: Reach, actions: readonly Action[]): Acts =>
  Object.fromEntries(actions.map((action) => [action, reach]));

/** Who may do what, and how far (decisions, "Roles"). The server enforces it; the web hides by it. */
export const POLICY: Record<Role, Acts> = {
  master: acts('all', ACTIONS),
  company_user: acts('company', [
    'company.read',
    'company.setAutoHalfMast',
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

/** Whether a master can make the role's accounts operator staff, who see every company and belong to none. */
export const mayBeStaff = (role: Role): boolean => role === 'employee';

/** Whether a master has made this account operator staff. */
export const isStaff = (account: { role: Role; allCompanies: boolean }): boolean =>
  account.allCompanies && mayBeStaff(account.role);

/** The actor as the policy sees it. */
export interface Actor {
  id: string;
  role: Role;
  companyId: string | null;
  locationId: string | null;
  /** The mark of operator staff; means nothing on roles that cannot be it. */
  allCompanies: boolean;
  /** Whether it may command poles; false: it only looks. */
  mayMovePoles: boolean;
}

/** The tenant that an actor may touch with one act. */
export type Scope =
  | { kind: 'all' }
  | { kind: 'company'; companyId: string }
  | { kind: 'location'; companyId: string; locationId: string }
  /** The role may, but this account has no company or location: it sees nothing. */
  | { kind: 'nothing' };

/** The actor's scope for an act; null where its role, or this account, may never do it (answered with 403). */
export function scopeOf(actor: Actor, action: Action): Scope | null {
  const reach = POLICY[actor.role][action];
  if (!reach || (action === 'flag.switch' && !actor.mayMovePoles)) return null;
  if (reach === 'all' || isStaff(actor)) return { kind: 'all' };
  const { companyId, locationId } = actor;
  if (companyId === null) return { kind: 'nothing' };
  if (reach === 'company') return { kind: 'company', companyId };
  return locationId === null ? { kind: 'nothing' } : { kind: 'location', companyId, locationId };
}

/** Whether the role may ever do it, for hiding what would be refused. */
export function may(actor: Actor, action: Action): boolean {
  const scope = scopeOf(actor, action);
  return scope !== null && scope.kind !== 'nothing';
}

/** Whether a thing of this company (and location, where it has one) lies in the scope. */
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

/** The console's pages (spec §2), and what one must be allowed to do to open each. */
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
  // The others see only movements, on the page of each flag.
  '/activity': 'user.read',
  '/alerts': 'alert.read',
  '/refused-devices': 'refusedDevice.read',
  '/integrations': 'webhook.manage',
  '/settings': 'settings.manage',
  // Everyone's.
  '/profile': null,
} as const satisfies Record<string, Action | null>;
export type Page = keyof typeof PAGES;

/** Whether the role may ever do it, in whatever company or location. */
export const roleMay = (role: Role, action: Action | null): boolean =>
  action === null || action in POLICY[role];

export const mayOpen = (page: Page, role: Role): boolean => roleMay(role, PAGES[page]);
