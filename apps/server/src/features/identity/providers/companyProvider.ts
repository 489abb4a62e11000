import type { CompanyProviderState, CompanyProviderUpdate } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { refusingTaken } from '../../../platform/database/scope.ts';
import { AppError } from '../../../platform/errors.ts';
import { recordActivity } from '../../activity/record.ts';
import { type Context, change, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { CALLBACK_PATH } from './flow.ts';
import { clientSecretPurpose, domainsOf, type ProviderSettings } from './providers.ts';

/**
 * Returns the settings of a company's sign-in provider.
 * @param origin this server's public URL
 */
export async function companyProvider(
  ctx: Context,
  companyId: string,
  origin: string,
): Promise<CompanyProviderState> {
  const { queries } = ctx.db;
  await requireCompany(queries, requireScope(ctx, 'company.update'), companyId);
  const row = await queries
    .selectFrom('company_providers')
    .select(['issuer', 'client_id', 'creates_accounts'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return {
    redirectUri: origin + CALLBACK_PATH,
    provider: row
      ? {
          issuer: row.issuer,
          clientId: row.client_id,
          domains: await domainsOf(queries, companyId),
          createsAccounts: row.creates_accounts,
        }
      : null,
  };
}

/**
 * Sets a company's sign-in provider. A domain can belong to only one company. If no new secret is
 * given, the stored one is kept. A new issuer requires a new secret, so that Halyard never sends it
 * the old issuer's secret.
 */
export async function setCompanyProvider(
  ctx: Context,
  settings: ProviderSettings,
  companyId: string,
  input: CompanyProviderUpdate,
  origin: string,
): Promise<CompanyProviderState> {
  const scope = requireScope(ctx, 'company.update');
  const { secrets } = settings;
  if (!secrets)
    throw new AppError(
      'conflict',
      msg`Sign-in providers need SECRETS_KEY when more than one server process runs. Ask the operator to set it.`,
    );
  const domains = [...new Set(input.domains)];
  const taken = {
    'provider_domains.id': msg`Another company already uses one of these email domains.`,
  };
  await refusingTaken(taken, () =>
    change(ctx, async (trx) => {
      await requireCompany(trx, scope, companyId);
      const present = await trx
        .selectFrom('company_providers')
        .select(['client_secret', 'issuer'])
        .where('company_id', '=', companyId)
        .executeTakeFirst();
      const keeps = input.clientSecret === '' && present?.issuer === input.issuer;
      if (input.clientSecret === '' && !keeps)
        throw new AppError('invalid', msg`Client secret is required`);
      const values = {
        issuer: input.issuer,
        client_id: input.clientId,
        client_secret:
          keeps && present
            ? present.client_secret
            : secrets.seal(input.clientSecret, clientSecretPurpose(companyId)),
        creates_accounts: input.createsAccounts,
      };
      await trx
        .insertInto('company_providers')
        .values({ company_id: companyId, ...values })
        .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
        .execute();
      await trx.deleteFrom('provider_domains').where('company_id', '=', companyId).execute();
      const rows = domains.map((id) => ({ id, company_id: companyId }));
      await trx.insertInto('provider_domains').values(rows).execute();
      await recordActivity(trx, ctx, { kind: 'provider.set', companyId, subject: input.issuer });
    }),
  );
  return companyProvider(ctx, companyId, origin);
}

/**
 * Removes a company's sign-in provider and all accounts' links to it. The accounts and their
 * passwords are kept.
 */
export async function removeCompanyProvider(ctx: Context, companyId: string): Promise<void> {
  const scope = requireScope(ctx, 'company.update');
  await change(ctx, async (trx) => {
    await requireCompany(trx, scope, companyId);
    await trx.deleteFrom('company_providers').where('company_id', '=', companyId).execute();
    await trx.deleteFrom('identities').where('provider', '=', companyId).execute();
    await recordActivity(trx, ctx, { kind: 'provider.removed', companyId, subject: null });
  });
}
