import { t } from '@halyard/messages';

/**
 * The kind of record that an account belongs to. `company` means a company or one of its locations.
 */
export type Belonging = 'nothing' | 'company' | 'location';

interface RoleFacts {
  /**
   * The role's label in lists and forms (spec §6). On the server it is always English, because
   * imports look up roles by this label.
   */
  label: string;
  /** The badge in the sidebar's footer (spec §2), if it differs from the label. */
  badge?: string;
  belongsTo: Belonging;
  /** Whether the role can be assigned only by invitation or single sign-on (decisions, "Roles"). */
  isInvitedOnly?: boolean;
  /**
   * Whether accounts with this role can be view-only. Accounts with other roles can always move
   * poles.
   */
  mayOnlyLook?: boolean;
  /**
   * Limits the pages in the role's sidebar (spec §2). By default, the sidebar shows every page that
   * the role may open.
   */
  sidebar?: 'without-dashboard' | 'none';
}

/** The four roles (spec §1). `policy.ts` defines what each may do. */
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

export const badgeOf = (role: Role): string => ROLE_FACTS[role].badge ?? ROLE_FACTS[role].label;

/** The operator's role, which has all permissions in all companies. */
export const OPERATOR_ROLE: Role = 'master';
export const isOperator = (role: string): boolean => role === OPERATOR_ROLE;

/** The default role in forms and imports (spec §5). */
export const DEFAULT_ROLE: Role = 'location_user';
/** The default role of an invitation, and the role of new single sign-on accounts. */
export const INVITED_ROLE: Role = 'employee';
/** The role that manages one company. A company's first user is invited with this role. */
export const COMPANY_ROLE: Role = 'company_user';
