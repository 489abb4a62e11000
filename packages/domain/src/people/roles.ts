import { t } from '@halyard/messages';

/** What an account belongs to. `company`: a company or one of its locations. */
export type Belonging = 'nothing' | 'company' | 'location';

interface RoleFacts {
  /**
   * Text in lists and forms (spec §6). English on the server, which reads it back from CSV files.
   */
  label: string;
  /** Text of the badge in the sidebar's footer (spec §2) if it differs from the label. */
  badge?: string;
  belongsTo: Belonging;
  /** Whether it is given only by invitation or single sign-on (decisions, "Roles"). */
  isInvitedOnly?: boolean;
  /** Whether its accounts can be view-only. Accounts of other roles can always move poles. */
  mayOnlyLook?: boolean;
  /** Limits the pages in its sidebar (spec §2); absent: all allowed pages that have an item. */
  sidebar?: 'without-dashboard' | 'none';
}

/** The four roles (spec §1). What each may do is in `policy.ts`. */
const FACTS = {
  master: {
    label: t({ message: 'Master', context: 'role' }),
    badge: t({ message: 'Master User', context: 'role' }),
    belongsTo: 'nothing',
  },
  company_user: {
    label: t({ message: 'Company User', context: 'role' }),
    belongsTo: 'company',
    sidebar: 'without-dashboard',
  },
  location_user: {
    label: t({ message: 'Location User', context: 'role' }),
    belongsTo: 'location',
    mayOnlyLook: true,
  },
  employee: {
    label: t({ message: 'Employee', context: 'role' }),
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

/** The operator's role, which may do everything in every company. */
export const OPERATOR_ROLE: Role = 'master';
export const isOperator = (role: string): boolean => role === OPERATOR_ROLE;

/** The default role in forms and imports (spec §5). */
export const DEFAULT_ROLE: Role = 'location_user';
/** The default role of an invitation, and the role of new single sign-on accounts. */
export const INVITED_ROLE: Role = 'employee';
/** The role that manages one company. A company's first user is invited with it. */
export const COMPANY_ROLE: Role = 'company_user';
