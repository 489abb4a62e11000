import type { SessionUser } from '@halyard/domain';
import type { Session } from '../../calls/context.ts';

/** A new session. Its token is put only into the cookie. */
export interface Started {
  token: string;
  session: Session;
  user: SessionUser;
}
