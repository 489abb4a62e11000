import { isOperator, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { NoCompany } from '@/components/NoCompany.tsx';
import { RecordSelect, useHasNoRecords } from '@/components/RecordSelect.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { CompanySettingsForm, DefaultSettingsForm } from './AlertSettingsForm.tsx';
import { alertDefaultsQuery, alertSettingsQuery } from './useAlertSettings.ts';

/** The value that selects the defaults for all companies, in the URL and in the select. */
const ALL = 'all';
const FIXED = [{ value: ALL, label: t`Defaults for all companies` }];

/**
 * A company's alert settings. Masters can choose any company, or the defaults for all companies.
 */
export default function AlertSettingsSection({ user }: { user: SessionUser }) {
  const [params, setParams] = useSearchParams();
  const isMaster = isOperator(user.role);
  const chosen = user.companyId ?? params.get('company') ?? ALL;
  const hasNoCompany = useHasNoRecords('companies', {}, isMaster);
  const choose = (company: string) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.set('company', company);
      return next;
    });
  return (
    <PageSection title={t`Settings`}>
      {isMaster && (
        <Field
          label={t`Company`}
          className="max-w-md"
          hint={hasNoCompany ? <NoCompany /> : undefined}
        >
          {(control) => (
            <RecordSelect
              {...control}
              kind="companies"
              fixed={FIXED}
              value={chosen}
              onValueChange={choose}
            />
          )}
        </Field>
      )}
      {chosen === ALL ? <Defaults /> : <CompanySettings key={chosen} companyId={chosen} />}
    </PageSection>
  );
}

function CompanySettings({ companyId }: { companyId: string }) {
  const query = useQuery(alertSettingsQuery(companyId));
  if (query.data) return <CompanySettingsForm companyId={companyId} known={query.data} />;
  return <NotThere query={query} />;
}

function Defaults() {
  const query = useQuery(alertDefaultsQuery());
  if (query.data) return <DefaultSettingsForm known={query.data} />;
  return <NotThere query={query} />;
}

function NotThere({ query }: { query: UseQueryResult }) {
  if (query.isPending) return <Skeleton className="h-96 rounded-lg" />;
  return (
    <ErrorState
      title={t`Couldn’t load the settings`}
      error={query.error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
