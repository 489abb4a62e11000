import { type Belonging, isOperator, ROLE_FACTS, ROLES, type Role } from '../people/roles.ts';
import { type Action, type Actor, isStaff, may, POLICY, type Reach } from './policy.ts';

/**
 * Returns whether the account belongs to a company, a location or neither. Operator staff belong to
 * neither.
 */
export const belongsTo = (account: { role: Role; allCompanies: boolean }): Belonging =>
  isStaff(account) ? 'nothing' : ROLE_FACTS[account.role].belongsTo;

/** Whether the user who makes a call may assign this role to an account. */
export const mayAssign = (actor: Actor, role: Role): boolean =>
  !isOperator(role) || may(actor, 'user.assignMaster');

/**
 * Returns the roles that may perform an action in exactly this scope, for example only in their own
 * company.
 */
export const rolesReaching = (action: Action, reach: Reach): Role[] =>
  ROLES.filter((role) => POLICY[role][action] === reach);

/**
 * Whether users with this role may edit other users, and could thereby take over their accounts.
 */
export const managesUsers = (role: Role): boolean => POLICY[role]['user.update'] !== undefined;
