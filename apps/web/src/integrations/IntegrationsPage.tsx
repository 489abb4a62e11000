import { may } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { ListSkeleton } from '@/components/ui/Skeleton.tsx';
import { useTogether } from '@/lib/page/useTogether.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { ServiceAccounts } from '@/tokens/ServiceAccounts.tsx';
import { serviceAccountsQuery } from '@/tokens/useTokens.ts';
import { webhooksQuery } from './useWebhooks.ts';
import { Webhooks } from './Webhooks.tsx';

/**
 * The page with webhooks, which notify other systems, and service accounts, which let other systems
 * use the API.
 */
export default function IntegrationsPage() {
  const user = useCurrentUser();
  const hasAccounts = may(user, 'serviceAccount.manage');
  const isKnown = useTogether(
    useQuery(webhooksQuery()),
    useQuery({ ...serviceAccountsQuery(), enabled: hasAccounts }),
  );
  return (
    <Page>
      <PageHeader title={t`Integrations`} subtitle={t`Webhooks and API access`} />
      {isKnown ? (
        <div className="grid max-w-5xl grid-cols-1 gap-4">
          <Webhooks user={user} />
          {hasAccounts && <ServiceAccounts />}
        </div>
      ) : (
        <ListSkeleton label={t`Loading integrations`} />
      )}
    </Page>
  );
}
