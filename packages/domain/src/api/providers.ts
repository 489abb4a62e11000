import { t } from '@halyard/messages';
import { z } from 'zod';
import { email, required } from '../fields.ts';

/** Whether secrets sent to a URL are protected: https, or a loopback address for tests. */
const isTrusted = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback);
};
/**
 * Whether a URL is Microsoft's for accounts of any tenant. Nobody vouches for the email addresses
 * of all tenants, so such a sign-in could never find an account.
 */
const isAnyTenant = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { hostname, pathname } = new URL(text);
  return (
    /^login\.(partner\.)?microsoftonline\./.test(hostname) &&
    /^\/(common|organizations|consumers)(\/|$)/i.test(pathname)
  );
};
export const issuer = required(t`Issuer is required`, 500)
  .refine(isTrusted, t`The issuer must be an https address`)
  .refine(
    (text) => !isAnyTenant(text),
    t`Enter the issuer of one tenant, with its directory (tenant) ID`,
  );

const domain = required(t`An email domain is required`, 253)
  .transform((text) => text.toLowerCase().replace(/^@/, ''))
  .refine(
    (text) => /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/.test(text),
    t`Enter email domains such as example.com`,
  );

/** A company's own OpenID Connect provider. */
export const companyProviderUpdate = z.object({
  issuer,
  clientId: required(t`Client ID is required`, 300),
  /** Empty keeps the current secret. */
  clientSecret: z.string().trim().max(500).default(''),
  domains: z.array(domain).min(1, t`At least one email domain is required`).max(20),
  /** Whether a first sign-in with an email address in these domains creates an employee. */
  createsAccounts: z.boolean(),
});
export type CompanyProviderUpdate = z.infer<typeof companyProviderUpdate>;

export const companyProvider = companyProviderUpdate.omit({ clientSecret: true });
export type CompanyProvider = z.infer<typeof companyProvider>;

/** A company's provider as a master sees it. */
export const companyProviderState = z.object({
  provider: companyProvider.nullable(),
  /** The redirect URL to register at the provider. */
  redirectUri: z.string(),
});
export type CompanyProviderState = z.infer<typeof companyProviderState>;

/**
 * Requests the company's provider for an email address; without an address, the system's provider.
 */
export const providerSignIn = z.object({ email: email.optional() });
export const providerAddress = z.object({ url: z.string() });

/** A provider's identity that can sign in to the user's account. */
export const signInLink = z.object({
  id: z.string(),
  /** The name of the provider's company, or of the system's provider. */
  label: z.string(),
  issuer: z.string(),
  /** Time in epoch milliseconds. */
  since: z.number(),
});
export type SignInLink = z.infer<typeof signInLink>;

/** The path to return to after signing in again; never another site. */
export const signInAgain = z.object({
  returnTo: z
    .string()
    .max(1000)
    .regex(/^\/(?![/\\])[\x21\x22\x24-\x7e]*$/, t`Enter a path on this site`),
});
/**
 * The value of `?sign-in=` that is added to `returnTo` on success; after a failure, the problem is
 * added instead.
 */
export const SIGNED_IN_AGAIN = 'done';

/** Why a sign-in through a provider failed: `?problem=` of the sign-in page. */
export const PROVIDER_PROBLEMS = [
  'expired',
  'refused',
  'unreachable',
  'unverified',
  'domain',
  'unknown',
  'ambiguous',
  'other-identity',
  'suspended',
] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];
