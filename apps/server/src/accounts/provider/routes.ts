import type { HandlersOf } from '../../http/handlers.ts';
import { PROVIDER_COOKIE } from './callback.ts';
import { companyProvider, removeCompanyProvider, setCompanyProvider } from './companyProvider.ts';
import { FLOW_MS, startProviderSignIn } from './flow.ts';
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
  | 'removeSignInLink'
> => ({
  startProviderSignIn: async ({ ctx, body, edge }) => {
    const { email } = body;
    const flow = await startProviderSignIn(ctx, settings, email, edge.origin, {
      ...edge.client,
      session: ctx.session,
    });
    edge.setStep(PROVIDER_COOKIE, flow.token, FLOW_MS);
    return { url: flow.url };
  },
  listSignInLinks: ({ ctx }) => listSignInLinks(ctx, settings),
  removeSignInLink: ({ ctx, params }) => removeSignInLink(ctx, params.id),
  companyProvider: ({ ctx, params, edge }) => companyProvider(ctx, params.id, edge.origin),
  setCompanyProvider: ({ ctx, params, body, edge }) =>
    setCompanyProvider(ctx, settings, params.id, body, edge.origin),
  removeCompanyProvider: ({ ctx, params }) => removeCompanyProvider(ctx, params.id),
});
