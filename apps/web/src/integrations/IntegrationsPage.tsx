import { may } from '@halyard/domain';
import { Page, PageHeader } from '@/components/ui/page-header.tsx';
import { useCurrentUser } from '@/lib/currentUser.ts';
import { ServiceAccounts } from '@/tokens/ServiceAccounts.tsx';
import { Webhooks } from './Webhooks.tsx';

/** What other systems are told, and by which tokens they come in. */
export default function IntegrationsPage() {
  const user = useCurrentUser();
  return (
    <Page>
      <PageHeader
        title="Integrations"
        subtitle="Tell other systems what happens, and let them in"
      />
      <div className="grid max-w-5xl grid-cols-1 gap-4">
        <Webhooks user={user} />
        {may(user, 'serviceAccount.manage') && <ServiceAccounts />}
      </div>
    </Page>
  );
}
