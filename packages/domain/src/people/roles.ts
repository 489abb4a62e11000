/** The four roles (spec §1). */
export const ROLES = ['master', 'company_user', 'location_user', 'employee'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that a person may be given in a form; `employee` comes from an invitation alone (decisions: Roles). */
export const ASSIGNABLE_ROLES = ['master', 'company_user', 'location_user'] as const;

/** Roles whose accounts can be made to look only; the others manage what moves poles. */
export const LOOK_ONLY_ROLES: readonly Role[] = ['location_user', 'employee'];

/** Text in lists and forms (spec §6). */
export const ROLE_LABELS: Record<Role, string> = {
  master: 'Master',
  company_user: 'Company User',
  location_user: 'Location User',
  employee: 'Employee',
};

/** Text of the badge in the sidebar's footer (spec §2). */
export const ROLE_BADGES: Record<Role, string> = { ...ROLE_LABELS, master: 'Master User' };
