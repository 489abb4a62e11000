import { ROLE_FACTS, type ServiceAccount } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useNamedRecords } from '@/lib/api/namedRecords.ts';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { ServiceAccountDialog } from './ServiceAccountDialog.tsx';
import { TokenItem } from './TokenItem.tsx';
import { TokensCard } from './TokensCard.tsx';
import { serviceAccountsQuery, useRevokeServiceAccount } from './useTokens.ts';

/** Lists the tokens of service accounts, which other systems use instead of a user's token. */
export function ServiceAccounts() {
  const query = useQuery(serviceAccountsQuery());
  const companies = useNamedRecords(
    'companies',
    (query.data ?? []).flatMap(({ companyId }) => companyId ?? []),
  );
  const [adding, setAdding] = useDialogParam('service-account');
  const revoke = useRevokeServiceAccount();
  const whose = ({ role, companyId }: ServiceAccount) => {
    const company = companies.get(companyId ?? '')?.name;
    return `${ROLE_FACTS[role].label}, ${companyId === null ? t`every company` : (company ?? '…')} · `;
  };
  return (
    <TokensCard
      title={t`Service accounts`}
      loadingLabel={t`Loading service accounts`}
      failedTitle={t`Couldn’t load service accounts`}
      addLabel={t`Create service account`}
      onAdd={() => setAdding(true)}
      empty={t`Let another system read and control flags.`}
      query={query}
      item={(account) => (
        <TokenItem
          key={account.id}
          token={account}
          whose={whose(account)}
          revoking={revoke.isPending && revoke.variables === account.id}
          onRevoke={() => revoke.mutate(account.id)}
        />
      )}
    >
      {adding && <ServiceAccountDialog onClose={() => setAdding(false)} />}
    </TokensCard>
  );
}
