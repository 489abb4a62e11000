import type { SessionUser } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Field } from '@/components/ui/field.tsx';
import { PageSection } from '@/components/ui/page-header.tsx';
import { Select } from '@/components/ui/select.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { companiesQuery } from '@/lib/query.ts';
import { AlertSettingsForm } from './AlertSettingsForm.tsx';
import { alertSettingsQuery } from './useAlerts.ts';

/** A company's settings: one's own, or for a master the one that is chosen. */
export default function AlertSettingsSection({ user }: { user: SessionUser }) {
  const [params, setParams] = useSearchParams();
  const companyId = user.companyId ?? params.get('company') ?? '';
  const isMaster = user.role === 'master';
  const companies = useQuery({ ...companiesQuery(), enabled: isMaster });
  const choose = (company: string) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.set('company', company);
      return next;
    });
  return (
    <PageSection title="Settings">
      {isMaster && (
        <Field label="Company" className="max-w-md">
          {(control) => (
            <Select
              {...control}
              value={companyId}
              placeholder="Select a company"
              options={(companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onValueChange={choose}
            />
          )}
        </Field>
      )}
      {companyId === '' ? (
        <p className="text-muted-foreground">Each company has settings of its own.</p>
      ) : (
        <CompanySettings key={companyId} companyId={companyId} />
      )}
    </PageSection>
  );
}

function CompanySettings({ companyId }: { companyId: string }) {
  const query = useQuery(alertSettingsQuery(companyId));
  if (query.data) return <AlertSettingsForm companyId={companyId} known={query.data} />;
  if (query.isPending) return <Skeleton className="h-96 rounded-lg" />;
  return (
    <ErrorState
      title="The settings could not be loaded"
      error={query.error}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
