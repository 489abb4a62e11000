import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { InSteps } from '@/components/ui/InSteps.tsx';
import { Page, PageHeader } from '@/components/ui/PageHeader.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { BackupsCard } from './BackupsCard.tsx';
import { MailCard } from './MailCard.tsx';
import { RetentionCard } from './RetentionCard.tsx';
import { settingsQuery } from './useSettings.ts';

/** Settings of the whole installation, for masters. */
export default function SettingsPage() {
  const { data, error, isFetching, refetch } = useQuery(settingsQuery());
  return (
    <Page>
      <PageHeader title={t`Settings`} subtitle={t`Mail, retention and backups for all companies`} />
      <div className="grid max-w-3xl grid-cols-1 gap-4">
        {data ? (
          <InSteps>
            <MailCard known={data.mail} />
            <RetentionCard known={data.retention} />
            <BackupsCard known={data.backups} />
          </InSteps>
        ) : error ? (
          <ErrorState
            title={t`Couldn’t load the settings`}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <div role="status" aria-label={t`Loading settings`} className="grid gap-4">
            <Skeleton className="h-96 rounded-lg" />
            <Skeleton className="h-48 rounded-lg" />
            <Skeleton className="h-72 rounded-lg" />
          </div>
        )}
      </div>
    </Page>
  );
}
