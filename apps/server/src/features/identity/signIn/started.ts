import type { SessionUser } from '@halyard/domain';
import type { Session } from '../../calls/context.ts';

/** A new session. Its token is stored only in the browser's cookie. */
export interface Started {
  token: string;
  session: Session;
  user: SessionUser;
}
