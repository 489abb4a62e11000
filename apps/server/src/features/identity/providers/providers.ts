import type { SystemProvider } from '../../../platform/config/given.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';

export interface ProviderSettings {
  /** The system-wide sign-in provider. Null if there is none. */
  systemProvider: SystemProvider | null;
  /**
   * Encrypts the secrets of companies' sign-in providers. Null if there is no encryption key, so
   * that no secrets can be stored.
   */
  secrets: SecretBox | null;
}

/** A sign-in provider (OpenID Connect), and which accounts it may sign users in to. */
export interface Provider {
  /** The key of the sign-in provider: `system`, or the ID of its company. */
  key: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /**
   * The company that the sign-in provider belongs to. Null for the provider of the whole system,
   * which may sign in any account, regardless of the domain of its email address.
   */
  company: { id: string; domains: readonly string[]; createsAccounts: boolean } | null;
}

const SYSTEM = 'system';
export const clientSecretPurpose = (companyId: string) => `provider:${companyId}`;

/**
 * Returns the sign-in provider for this email address or, without an address, the provider of the
 * whole system. Null if there is none.
 */
export async function providerFor(
  queries: Queries,
  settings: ProviderSettings,
  email: string | undefined,
): Promise<Provider | null> {
  if (email === undefined) return findProvider(queries, settings, SYSTEM);
  const row = await queries
    .selectFrom('provider_domains')
    .select('company_id')
    .where('id', '=', domainOf(email))
    .executeTakeFirst();
  return row ? findProvider(queries, settings, row.company_id) : null;
}

/**
 * Returns a sign-in provider by its key.
 * @param key the `key` of a `Provider`
 */
export async function findProvider(
  queries: Queries,
  { systemProvider, secrets }: ProviderSettings,
  key: string,
): Promise<Provider | null> {
  if (key === SYSTEM) return systemProvider && { key, ...systemProvider, company: null };
  const row = await queries
    .selectFrom('company_providers')
    .selectAll()
    .where('company_id', '=', key)
    .executeTakeFirst();
  if (!row || !secrets) return null;
  return {
    key,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret: secrets.open(row.client_secret, clientSecretPurpose(key)),
    company: {
      id: key,
      domains: await domainsOf(queries, key),
      createsAccounts: row.creates_accounts,
    },
  };
}

/** Returns the email domains of a company in alphabetical order. */
export async function domainsOf(queries: Queries, companyId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('provider_domains')
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Whether any company has its own sign-in provider. */
export async function hasCompanyProviders(queries: Queries): Promise<boolean> {
  const row = await queries
    .selectFrom('company_providers')
    .select('company_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the part of an email address after the last `@`, in lowercase. */
export const domainOf = (email: string): string =>
  email.slice(email.lastIndexOf('@') + 1).toLowerCase();
