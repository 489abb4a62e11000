import type { Context, Services } from '../../calls/context.ts';

/** Who started an import, as stored with it, so that another process can finish it. */
export type Caller = Pick<Context, 'actor' | 'session' | 'origin'>;

export const callerOf = ({ actor, session, origin }: Context): Caller => ({
  actor,
  session,
  origin,
});

/** Returns the context of an import that this process has not started. */
export const contextOf = (services: Services, caller: Caller): Context => ({
  db: services.db,
  link: services.link,
  get mailer() {
    return services.mailer;
  },
  clock: services.clock,
  domainClock: services.domainClock,
  log: services.log,
  ...caller,
});
