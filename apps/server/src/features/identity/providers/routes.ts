import type { HandlersOf } from '../../calls/handlers.ts';
import { companyProvider, removeCompanyProvider, setCompanyProvider } from './companyProvider.ts';
import { PROVIDER_COOKIE, RETURN_COOKIE } from './cookies.ts';
import { FLOW_MS, startProviderSignIn, startSignInAgain } from './flow.ts';
import { listSignInLinks, removeSignInLink } from './links.ts';
import type { ProviderSettings } from './providers.ts';

export const providerHandlers = (
  settings: ProviderSettings,
): HandlersOf<
  | 'startProviderSignIn'
  | 'companyProvider'
  | 'setCompanyProvider'
  | 'removeCompanyProvider'
  | 'listSignInLinks'
  | 'signInAgain'
  | 'removeSignInLink'
> => ({
  startProviderSignIn: async ({ ctx, body, edge }) => {
    const { email } = body;
    const flow = await startProviderSignIn(ctx, settings, email, edge.origin, {
      ...edge.client,
      session: ctx.session,
    });
    edge.setStep(PROVIDER_COOKIE, flow.token, FLOW_MS);
    if (edge.readStep(RETURN_COOKIE) !== null) edge.clearStep(RETURN_COOKIE);
    return { url: flow.url };
  },
  signInAgain: async ({ ctx, params, body, edge }) => {
    const flow = await startSignInAgain(ctx, settings, params.id, edge.origin, edge.client.address);
    edge.setStep(PROVIDER_COOKIE, flow.token, FLOW_MS);
    edge.setStep(RETURN_COOKIE, Buffer.from(body.returnTo).toString('base64url'), FLOW_MS);
    return { url: flow.url };
  },
  listSignInLinks: ({ ctx }) => listSignInLinks(ctx, settings),
  removeSignInLink: ({ ctx, params }) => removeSignInLink(ctx, params.id),
  companyProvider: ({ ctx, params, edge }) => companyProvider(ctx, params.id, edge.origin),
  setCompanyProvider: ({ ctx, params, body, edge }) =>
    setCompanyProvider(ctx, settings, params.id, body, edge.origin),
  removeCompanyProvider: ({ ctx, params }) => removeCompanyProvider(ctx, params.id),
});
