import type { Flag } from '@halyard/domain';
import { Flag as FlagIcon } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Page, PageHeader } from '@/components/ui/page-header.tsx';
import { ListSkeleton } from '@/components/ui/skeleton.tsx';
import { FlagDialogs } from '@/flags/FlagDialogs.tsx';
import { FlagList } from '@/flags/FlagList.tsx';
import { FLAG_SORT_KEYS } from '@/flags/orderFlags.ts';
import { useFlags } from '@/flags/useFlags.ts';
import { useOrderedFlags } from '@/flags/useOrderedFlags.ts';
import { useCurrentUser } from '@/lib/currentUser.ts';
import { useListState } from '@/lib/listState.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { AutoHalfMass } from './AutoHalfMass.tsx';
import { FederalFlagProtocol } from './FederalFlagProtocol.tsx';
import { StatCards } from './StatCards.tsx';

const NONE: readonly Flag[] = [];

export default function DashboardPage() {
  const user = useCurrentUser();
  useRealtimeConnection();
  const query = useFlags(user);
  const list = useListState({ sortKeys: FLAG_SORT_KEYS });
  const flags = query.data ?? NONE;
  const ordered = useOrderedFlags(flags, '', list.sort, 'company');
  const [opened, setOpened] = useState<Flag | null>(null);

  const content = () => {
    if (query.isPending) return <ListSkeleton label="Loading flags" controls />;
    if (query.isError && !query.data)
      return (
        <ErrorState
          title="The flags could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      );
    if (flags.length === 0)
      return (
        <EmptyState
          title="No flags to display"
          description="Flags will appear here once they are created."
          icon={<FlagIcon />}
        />
      );
    return (
      <FlagList label="All Flags" user={user} flags={ordered} list={list} onOpen={setOpened} />
    );
  };

  return (
    <Page>
      <PageHeader title="Dashboard" subtitle="Real-time overview of your flags" />
      <StatCards user={user} flags={flags} state={query.data ? 'known' : query.status} />
      <FederalFlagProtocol />
      <div className="grid grid-cols-1 gap-3">
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6">
          <h2 className="text-base font-semibold">All Flags</h2>
          {user.role !== 'master' && user.companyId !== null && (
            <AutoHalfMass user={user} companyId={user.companyId} />
          )}
        </div>
        {content()}
      </div>
      <FlagDialogs user={user} opened={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}
