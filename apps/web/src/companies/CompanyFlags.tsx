import type { Flag, FlagSortKey, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Flag as FlagIcon } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import { FlagDialogs } from '@/flags/dialog/FlagDialogs.tsx';
import { flagsOfCompanyHref } from '@/flags/filters/flagPlace.ts';
import { FlagList } from '@/flags/list/FlagList.tsx';

import { useShownFlags } from '@/flags/list/useShownFlags.ts';
import { FollowsButton } from '@/halfStaff/follows/FollowsButton.tsx';
import { useListState } from '@/lib/lists/listState.ts';
import { useDialogRow } from '@/lib/page/dialogParam.ts';
import { AutoHalfMast } from './AutoHalfMast.tsx';

const SORT_KEYS: readonly FlagSortKey[] = ['flag', 'location', 'status', 'voltage'];
const NONE: readonly Flag[] = [];

interface CompanyFlagsProps {
  user: SessionUser;
  companyId: string;
  query: UseQueryResult<Flag[]>;
}

export function CompanyFlags({ user, companyId, query }: CompanyFlagsProps) {
  const list = useListState({ sortKeys: SORT_KEYS, prefix: 'flags-' });
  const flags = query.data ?? NONE;
  const shown = useShownFlags(flags, { list }, 'flag');
  const [opened, setOpened] = useDialogRow('flag', flags);
  const autoHalfMast = <AutoHalfMast label={t`Auto Half Mast`} user={user} companyId={companyId} />;
  return (
    <PageSection
      title={t`Flags`}
      count={query.data?.length}
      actions={
        // Auto Half Mast normally appears beside the master controls. Without flags there are no
        // master controls, so it appears here.
        flags.length === 0 ? (
          query.data && autoHalfMast
        ) : (
          <div className="flex flex-wrap gap-2">
            <FollowsButton user={user} companyId={companyId} />
            <Button asChild>
              <Link href={flagsOfCompanyHref(companyId)}>
                <Trans>Open in Flags</Trans>
              </Link>
            </Button>
          </div>
        )
      }
    >
      <ListContent
        query={query}
        things="flags"
        controls
        empty={<EmptyState title={t`No flags yet`} icon={<FlagIcon />} />}
      >
        <FlagList
          oneCompany
          label={t`Flags`}
          user={user}
          flags={shown.ordered}
          list={shown.list}
          onOpen={setOpened}
          control={autoHalfMast}
        />
      </ListContent>
      <FlagDialogs user={user} opened={opened} onClose={() => setOpened(null)} />
    </PageSection>
  );
}
