/** What an account belongs to: nothing, a company or one of its locations, or always a location. */
export type Belonging = 'nothing' | 'company' | 'location';

interface RoleFacts {
  /** Text in lists and forms (spec §6). */
  label: string;
  /** Text of the badge in the sidebar's footer (spec §2), where it is not the label. */
  badge?: string;
  belongsTo: Belonging;
  /** No form assigns it: it comes by invitation or single sign-on only (decisions, "Roles"). */
  isInvitedOnly?: boolean;
  /** Its accounts can be kept from moving poles; the others manage what moves poles. */
  mayOnlyLook?: boolean;
  /** Which of the pages it may open its sidebar lists (spec §2); absent: all that have an item. */
  sidebar?: 'without-dashboard' | 'none';
}

/** The four roles (spec §1). What each may do is in `policy.ts`. */
const FACTS = {
  master: { label: 'Master', badge: 'Master User', belongsTo: 'nothing' },
  company_user: { label: 'Company User', belongsTo: 'company', sidebar: 'without-dashboard' },
  location_user: { label: 'Location User', belongsTo: 'location', mayOnlyLook: true },
  employee: {
    label: 'Employee',
    belongsTo: 'company',
    isInvitedOnly: true,
    mayOnlyLook: true,
    sidebar: 'none',
  },
} satisfies Record<string, RoleFacts>;

export type Role = keyof typeof FACTS;
export const ROLE_FACTS: Record<Role, RoleFacts> = FACTS;
export const ROLES = Object.keys(FACTS) as Role[];

/** The text of the role's badge. */
export const badgeOf = (role: Role): string => ROLE_FACTS[role].badge ?? ROLE_FACTS[role].label;

/** The operator's own role. Who has it may do everything, in every company. */
export const OPERATOR_ROLE: Role = 'master';
export const isOperator = (role: string): boolean => role === OPERATOR_ROLE;

/** The default role in forms and imports (spec §5). */
export const DEFAULT_ROLE: Role = 'location_user';
/** What an invitation gives unless told otherwise, and what single sign-on gives. */
export const INVITED_ROLE: Role = 'employee';
/** Manages one company; its first user is invited as this. */
export const COMPANY_ROLE: Role = 'company_user';
