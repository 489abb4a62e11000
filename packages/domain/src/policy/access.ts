import type { Action } from './policy.ts';

/**
 * Who may make a call.
 * - `public`: anyone
 * - `anySession`: any signed-in user
 * - `enrolling`: any signed-in user who does not have to set a new password first
 * - `session`: like `enrolling`, but also excluding users who have to set up a second factor first
 * - an action: users whom the policy allows this action
 */
export type Access = 'public' | 'anySession' | 'enrolling' | 'session' | Action;
