import type { Action } from './policy.ts';

/**
 * Who may call: anyone; any signed-in person, also one who must set a new password first; the others,
 * also one who must set up a second factor first; any other signed-in person; or those whom the policy
 * allows the act.
 */
export type Access = 'public' | 'anySession' | 'enrolling' | 'session' | Action;
