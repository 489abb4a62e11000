import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { RecentActivity } from '@/activity/RecentActivity.tsx';
import { Building2 } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent } from '@/components/ui/Card.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { InSteps } from '@/components/ui/InSteps.tsx';
import { Page, PageSection } from '@/components/ui/PageHeader.tsx';
import { ListSkeleton } from '@/components/ui/Skeleton.tsx';
import { useFlagPage } from '@/flags/data/useFlagPage.ts';
import { ApiError } from '@/lib/api/api.ts';
import { companyQuery } from '@/lib/api/query.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useDocumentTitle } from '@/lib/page/head.ts';
import { useTogether } from '@/lib/page/useTogether.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { CompanyEmployees } from './CompanyEmployees.tsx';
import { COMPANY_FLAG_SORT_KEYS, CompanyFlags } from './CompanyFlags.tsx';
import { CompanyHeader } from './CompanyHeader.tsx';
import { CompanyLocations } from './CompanyLocations.tsx';
import { CompanyStats } from './CompanyStats.tsx';
import { CompanyProvider } from './provider/CompanyProvider.tsx';
import { TwoApprovals } from './TwoApprovals.tsx';

export default function CompanyPage() {
  const { id } = useParams<{ id: string }>();
  return <CompanyDetail key={id} id={id} />;
}

function CompanyDetail({ id }: { id: string }) {
  const user = useCurrentUser();
  useRealtimeConnection();
  const company = useQuery(companyQuery(id));
  const list = useListState({ sortKeys: COMPANY_FLAG_SORT_KEYS, prefix: 'flags-' });
  const flags = useFlagPage(user, list, { place: placeOfCompany(id) });
  const isKnown = useTogether(company, flags.query);
  useDocumentTitle(company.data?.name ?? t`Company`);
  // This also covers a company that another user deletes while it is on screen.
  if (company.error instanceof ApiError && company.error.status === 404) return <CompanyNotFound />;
  if (company.isError && !company.data)
    return (
      <ErrorState
        title={t`Couldn’t load the company`}
        error={company.error}
        onRetry={() => void company.refetch()}
        retrying={company.isFetching}
      />
    );
  if (!isKnown)
    return (
      <Page>
        <CompanyHeader company={undefined} />
        <ListSkeleton label={t`Loading flags`} controls />
      </Page>
    );
  return (
    <Page>
      <CompanyHeader company={company.data} />
      <CompanyStats company={company.data} summary={flags.summary} isFailed={flags.query.isError} />
      <InSteps>
        <CompanyFlags user={user} companyId={id} list={list} result={flags} />
        <CompanyLocations user={user} companyId={id} />
        <CompanyEmployees user={user} companyId={id} />
        <PageSection title={t`Half-staff orders`}>
          <Card>
            <CardContent className="grid gap-1">
              <TwoApprovals user={user} companyId={id} className="justify-between" />
              <p className="text-xs text-muted-foreground">
                <Trans>
                  Orders take effect at this company’s poles once a second person approves them.
                </Trans>
              </p>
            </CardContent>
          </Card>
        </PageSection>
        {company.data && <CompanyProvider company={company.data} />}
        <PageSection title={t`Recent activity`}>
          <RecentActivity of={{ companyId: id }} />
        </PageSection>
      </InSteps>
    </Page>
  );
}

const placeOfCompany = (companyId: string) => ({ companyId, locationId: null });

function CompanyNotFound() {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-24 text-center">
      <Building2 aria-hidden="true" className="mb-3 size-8 text-muted-foreground" />
      <h1 className="text-xl leading-7 font-semibold tracking-tight">
        <Trans>Company not found</Trans>
      </h1>
      <p className="text-muted-foreground">
        <Trans>The company may have been deleted.</Trans>
      </p>
      <Button asChild className="mt-5">
        <Link href="/companies">
          <Trans>Back to Companies</Trans>
        </Link>
      </Button>
    </div>
  );
}
