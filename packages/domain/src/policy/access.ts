import type { Action } from './policy.ts';

/**
 * Who may make a call.
 * - `public`: anyone
 * - `anySession`: any signed-in user
 * - `enrolling`: any signed-in user except those who must first set a new password
 * - `session`: like `enrolling`, also except those who must first set up a second factor
 * - an action: users whom the policy allows this action
 */
export type Access = 'public' | 'anySession' | 'enrolling' | 'session' | Action;
