/** What an account belongs to: nothing, a company or one of its locations, or always a location. */
export type Belonging = 'nothing' | 'company' | 'location';

interface RoleFacts {
  /** Text in lists and forms (spec §6). */
  label: string;
  /** Text of the badge in the sidebar's footer (spec §2). */
  badge: string;
  belongsTo: Belonging;
  /** Whether a form assigns it; if not, it comes by invitation or single sign-on only (decisions: Roles). */
  isAssignable: boolean;
  /** Whether its accounts can be kept from moving poles; the others manage what moves poles. */
  mayOnlyLook: boolean;
  /** Whether a master can make its accounts operator staff, who see every company and belong to none. */
  mayBeStaff: boolean;
  /** Which of the pages it may open its sidebar lists (spec §2). */
  sidebar: 'all' | 'without-dashboard' | 'none';
}

/** The four roles (spec §1). What each may do is in `policy.ts`. */
const FACTS = {
  master: {
    label: 'Master',
    badge: 'Master User',
    belongsTo: 'nothing',
    isAssignable: true,
    mayOnlyLook: false,
    mayBeStaff: false,
    sidebar: 'all',
  },
  company_user: {
    label: 'Company User',
    badge: 'Company User',
    belongsTo: 'company',
    isAssignable: true,
    mayOnlyLook: false,
    mayBeStaff: false,
    sidebar: 'without-dashboard',
  },
  location_user: {
    label: 'Location User',
    badge: 'Location User',
    belongsTo: 'location',
    isAssignable: true,
    mayOnlyLook: true,
    mayBeStaff: false,
    sidebar: 'all',
  },
  employee: {
    label: 'Employee',
    badge: 'Employee',
    belongsTo: 'company',
    isAssignable: false,
    mayOnlyLook: true,
    mayBeStaff: true,
    sidebar: 'none',
  },
} as const satisfies Record<string, RoleFacts>;

export type Role = keyof typeof FACTS;
export const ROLE_FACTS: Record<Role, RoleFacts> = FACTS;
export const ROLES = Object.keys(FACTS) as Role[];

/** The operator's own role. Who has it may do everything, in every company. */
export const OPERATOR_ROLE: Role = 'master';
export const isOperator = (role: string): boolean => role === OPERATOR_ROLE;

/** What a form and an import assign unless told otherwise (spec §5). */
export const DEFAULT_ROLE: Role = 'location_user';
/** What an invitation gives unless told otherwise, and what single sign-on gives. */
export const INVITED_ROLE: Role = 'employee';
/** Manages one company; its first user is invited as this. */
export const COMPANY_ROLE: Role = 'company_user';

export const ASSIGNABLE_ROLES = ROLES.filter((role) => ROLE_FACTS[role].isAssignable);

interface Account {
  role: Role;
  allCompanies: boolean;
}

/** Operator staff: an account that a master has marked to see every company. */
export const isStaff = ({ role, allCompanies }: Account): boolean =>
  allCompanies && ROLE_FACTS[role].mayBeStaff;

/** What this account belongs to: operator staff to nothing. */
export const belongsTo = (account: Account): Belonging =>
  isStaff(account) ? 'nothing' : ROLE_FACTS[account.role].belongsTo;
