import { type ProviderProblem, SIGNED_IN_AGAIN, signInAgain } from '@halyard/domain';
import type { FastifyInstance } from 'fastify';
import { edgeOf } from '../../../app/api/edge.ts';
import type { RouteParts } from '../../../app/api/routes.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Services } from '../../calls/context.ts';
import type { StepCookie } from '../sessions/cookie.ts';
import { recordRefusal } from '../sessions/signInActivity.ts';
import { CALLBACK_PATH, finishProviderSignIn } from './flow.ts';
import type { ProviderSettings } from './providers.ts';
import { ProviderRefusal } from './refusal.ts';

/** `Lax`: the browser comes back from the provider's site with it. */
export const PROVIDER_COOKIE: StepCookie = { step: 'provider', sameSite: 'Lax' };

/** The path, in base64url, where a browser goes on that signed in again. */
export const RETURN_COOKIE: StepCookie = { step: 'return', sameSite: 'Lax' };

/**
 * Where providers send browsers back to: signs in and shows the console, or says on the login page why
 * not. It is no call of the API: a browser follows a redirect here.
 */
export function serveProviderCallback(
  app: FastifyInstance,
  parts: Omit<RouteParts, 'handlers'>,
  settings: ProviderSettings,
): void {
  app.get(CALLBACK_PATH, async (request, reply) => {
    const edge = edgeOf(request, reply, parts);
    const services: Services = { ...parts.services, log: request.log };
    // The host is the client's word.
    if (!URL.canParse(request.url, edge.origin))
      throw new AppError('invalid', 'The request is malformed.');
    const token = edge.readStep(PROVIDER_COOKIE);
    const back = readReturn(edge.readStep(RETURN_COOKIE));
    const url = new URL(request.url, edge.origin);
    reply.header('cache-control', 'no-store');
    edge.clearStep(PROVIDER_COOKIE);
    edge.clearStep(RETURN_COOKIE);
    try {
      const arrival = { token, url };
      const started = await finishProviderSignIn(
        services,
        parts.sessions,
        settings,
        arrival,
        edge.client,
      );
      if (started === null) return reply.redirect(withOutcome(back ?? '/', SIGNED_IN_AGAIN));
      edge.setSession(started.token, started.session);
      return reply.redirect('/');
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      const coming = { address: edge.client.address, at: services.clock() };
      // Without a sign-in under way anyone may come here, as often as they like.
      if (error.problem !== 'expired')
        await recordRefusal(services.db, null, `single sign-on: ${error.problem}`, coming);
      return reply.redirect(
        back === null ? `/auth?problem=${error.problem}` : withOutcome(back, error.problem),
      );
    }
  });
}

/** @returns null for what is no path of ours: the cookie is the browser's word */
function readReturn(value: string | null): string | null {
  const returnTo = Buffer.from(value ?? '', 'base64url').toString();
  return signInAgain.safeParse({ returnTo }).success ? returnTo : null;
}

function withOutcome(path: string, outcome: ProviderProblem | typeof SIGNED_IN_AGAIN): string {
  // By hand: `URL` would make `//another.site` of `/.//another.site`.
  const [pathname = '/', query] = path.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('sign-in', outcome);
  return `${pathname}?${params}`;
}
