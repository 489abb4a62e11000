import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { edgeOf } from '../../http/edge.ts';
import type { RouteParts } from '../../http/routes.ts';
import type { StepCookie } from '../../sessions/cookie.ts';
import { recordRefusal } from '../../sessions/signInActivity.ts';
import { CALLBACK_PATH, finishProviderSignIn } from './flow.ts';
import type { ProviderSettings } from './providers.ts';
import { ProviderRefusal } from './refusal.ts';

/** `Lax`: the browser comes back from the provider's site with it. */
export const PROVIDER_COOKIE: StepCookie = { step: 'provider', sameSite: 'Lax' };

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
    const url = new URL(request.url, edge.origin);
    reply.header('cache-control', 'no-store');
    edge.clearStep(PROVIDER_COOKIE);
    try {
      const arrival = { token, url };
      const { token: session, session: about } = await finishProviderSignIn(
        services,
        parts.sessions,
        settings,
        arrival,
        edge.client,
      );
      edge.setSession(session, about);
      return reply.redirect('/');
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      const coming = { address: edge.client.address, at: services.clock() };
      // Without a sign-in under way anyone may come here, as often as they like.
      if (error.problem !== 'expired')
        await recordRefusal(services.db, null, `single sign-on: ${error.problem}`, coming);
      return reply.redirect(`/auth?problem=${error.problem}`);
    }
  });
}
