import type { StrangerRefusals } from '../../features/activity/strangerRefusals.ts';
import type { Services } from '../../features/calls/context.ts';
import type { Handlers } from '../../features/calls/handlers.ts';
import type { Sessions } from '../../features/identity/sessions/sessions.ts';
import type { Tokens } from '../../features/identity/tokens/tokens.ts';
import type { Turns } from '../../platform/limits/turns.ts';

export interface RouteParts {
  services: Services;
  sessions: Sessions;
  tokens: Tokens;
  turns: Turns;
  handlers: Handlers;
  publicOrigin: string | null;
  secureCookies: boolean;
  /** Counts the refused requests of unauthenticated clients, by IP address. */
  strangers: Pick<StrangerRefusals, 'note'>;
}
