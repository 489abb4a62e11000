import type { Company } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent } from '@/components/ui/Card.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { problemText } from '@/lib/api/api.ts';
import { providerQuery, useSaveProvider } from './useCompanyProvider.ts';

const ProviderDialog = lazyDialog(
  () => import('./ProviderDialog.tsx'),
  ({ onClose }) => onClose(),
);

/**
 * Shows which OpenID Connect provider a company uses for single sign-on, and a form for changing
 * the provider.
 */
export function CompanyProvider({ company }: { company: Company }) {
  const { data, error, isFetching, refetch } = useQuery(providerQuery(company.id));
  const [editing, setEditing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const remove = useSaveProvider(company.id, () => setRemoving(false));
  const provider = data?.provider;
  const close = () => {
    remove.reset();
    setRemoving(false);
  };
  return (
    <PageSection
      title={t`Single sign-on`}
      actions={
        data && (
          <>
            {provider && (
              <Button onClick={() => setRemoving(true)}>
                <Trans>Remove</Trans>
              </Button>
            )}
            <Button onClick={() => setEditing(true)}>{provider ? t`Edit` : t`Set up`}</Button>
          </>
        )
      }
    >
      <Card>
        <CardContent>
          {!data && !error && (
            <div role="status" aria-label={t`Loading single sign-on`} className="py-1">
              <Skeleton className="h-4 w-64 max-w-full" />
            </div>
          )}
          {!data && error && (
            <ErrorState
              title={t`Couldn’t load single sign-on`}
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          )}
          {data && !provider && (
            <p className="text-muted-foreground">
              <Trans>
                This company’s users sign in with a password. To use single sign-on, set up the
                company’s OpenID Connect provider.
              </Trans>
            </p>
          )}
          {provider && (
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 [&_dd]:break-words [&_dt]:text-muted-foreground">
              <dt>
                <Trans>Issuer</Trans>
              </dt>
              <dd>{provider.issuer}</dd>
              <dt>
                <Trans>Client ID</Trans>
              </dt>
              <dd>{provider.clientId}</dd>
              <dt>
                <Trans>Email domains</Trans>
              </dt>
              <dd>{provider.domains.join(', ')}</dd>
              <dt>
                <Trans>First sign-in</Trans>
              </dt>
              <dd>
                {provider.createsAccounts
                  ? t`Creates an employee account in this company`
                  : t`Requires an account with the same email address`}
              </dd>
            </dl>
          )}
        </CardContent>
      </Card>
      <Suspense fallback={null}>
        {editing && data && (
          <ProviderDialog company={company} state={data} onClose={() => setEditing(false)} />
        )}
      </Suspense>
      <ConfirmDialog
        open={removing}
        onOpenChange={(next) => !next && close()}
        title={t`Remove single sign-on`}
        description={t`Users at "${{ company: company.name }}" will sign in with passwords again. Users without a password will need to set one. No one will be signed out.`}
        confirmLabel={t`Remove`}
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate(null)}
      >
        <FormProblem text={problemText(remove.error)} />
      </ConfirmDialog>
    </PageSection>
  );
}
