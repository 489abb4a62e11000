import type { FlagSortKey, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { Flag as FlagIcon } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { PageSection } from '@/components/ui/PageHeader.tsx';
import type { FlagPageResult } from '@/flags/data/useFlagPage.ts';
import { FlagDialogs } from '@/flags/dialog/FlagDialogs.tsx';
import { flagsOfCompanyHref } from '@/flags/filters/flagPlace.ts';
import { FlagList } from '@/flags/list/FlagList.tsx';
import { FollowsButton } from '@/halfStaff/follows/FollowsButton.tsx';
import { flagQuery } from '@/lib/api/listPages.ts';
import type { ListState } from '@/lib/lists/listState.ts';
import { useOpenedRow } from '@/lib/lists/useOpenedRow.ts';
import { AutoHalfMast } from './AutoHalfMast.tsx';

export const COMPANY_FLAG_SORT_KEYS: readonly FlagSortKey[] = [
  'flag',
  'location',
  'status',
  'voltage',
  'position',
];

interface CompanyFlagsProps {
  user: SessionUser;
  companyId: string;
  list: ListState<FlagSortKey>;
  result: FlagPageResult;
}

export function CompanyFlags({ user, companyId, list, result }: CompanyFlagsProps) {
  const { query, rows, summary, isEmpty } = result;
  const [opened, setOpened] = useOpenedRow('flag', rows, flagQuery);
  const autoHalfMast = <AutoHalfMast label={t`Auto Half Mast`} user={user} companyId={companyId} />;
  return (
    <PageSection
      title={t`Flags`}
      count={summary?.total}
      actions={
        // Auto Half Mast normally appears next to the master controls. Without flags there are no
        // master controls, so it appears here.
        isEmpty || !query.data ? (
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
        isEmpty={isEmpty}
        empty={<EmptyState title={t`No flags yet`} icon={<FlagIcon />} />}
      >
        <FlagList
          pageOf="company"
          label={t`Flags`}
          user={user}
          result={result}
          list={list}
          onOpen={setOpened}
          control={autoHalfMast}
        />
      </ListContent>
      <FlagDialogs user={user} opened={opened} onClose={() => setOpened(null)} />
    </PageSection>
  );
}
