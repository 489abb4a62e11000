import { type ProviderProblem, SIGNED_IN_AGAIN, signInAgain } from '@halyard/domain';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../features/calls/context.ts';
import { PROVIDER_COOKIE, RETURN_COOKIE } from '../../features/identity/providers/cookies.ts';
import { CALLBACK_PATH, finishProviderSignIn } from '../../features/identity/providers/flow.ts';
import type { ProviderSettings } from '../../features/identity/providers/providers.ts';
import { ProviderRefusal } from '../../features/identity/providers/refusal.ts';
import { recordRefusal } from '../../features/identity/sessions/signInActivity.ts';
import { malformed } from '../../platform/errors.ts';
import { edgeOf } from './edge.ts';
import type { RouteParts } from './routeParts.ts';

/**
 * Serves the path that identity providers redirect browsers to after a sign-in. Signs the user in
 * and shows the console, or explains on the sign-in page why the sign-in was refused.
 */
export function serveProviderCallback(
  app: FastifyInstance,
  parts: Omit<RouteParts, 'handlers'>,
  settings: ProviderSettings,
): void {
  app.get(CALLBACK_PATH, async (request, reply) => {
    const edge = edgeOf(request, reply, parts);
    const services: Services = { ...parts.services, log: request.log };
    // The client sends the host header, so it may be malformed.
    if (!URL.canParse(request.url, edge.origin)) throw malformed();
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
      // Do not log `expired`, because anyone can cause this error as often as they like, even
      // without starting a sign-in.
      if (error.problem !== 'expired')
        await recordRefusal(services.db, null, `single sign-on: ${error.problem}`, coming);
      return reply.redirect(
        back === null ? `/auth?problem=${error.problem}` : withOutcome(back, error.problem),
      );
    }
  });
}

/**
 * Returns the console path to open after the sign-in.
 * @param value the path in base64url, from a cookie
 * @returns null if the value is not a path of the console
 */
function readReturn(value: string | null): string | null {
  const returnTo = Buffer.from(value ?? '', 'base64url').toString();
  return signInAgain.safeParse({ returnTo }).success ? returnTo : null;
}

function withOutcome(path: string, outcome: ProviderProblem | typeof SIGNED_IN_AGAIN): string {
  // Do not build the path with `URL`, which would turn `/.//another.site` into `//another.site`.
  const [pathname = '/', query] = path.split('?', 2);
  const params = new URLSearchParams(query);
  params.set('sign-in', outcome);
  return `${pathname}?${params}`;
}
