import type { RefusedDevice } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { DataList } from '@/components/DataList.tsx';
import { ShieldCheck } from '@/components/icons/index.ts';
import { ListContent } from '@/components/ListContent.tsx';
import { ListPage } from '@/components/ListPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { useFoundRows } from '@/lib/lists/foundRows.ts';
import { useListState } from '@/lib/lists/listState.ts';
import {
  deviceName,
  REFUSAL_COLUMNS,
  REFUSAL_RULES,
  REFUSAL_SORT_KEYS,
} from './refusedDeviceColumns.tsx';
import { refusedDevicesQuery } from './useRefusedDevices.ts';

const NONE: readonly RefusedDevice[] = [];
const row = {
  rowKey: ({ id }: RefusedDevice) => id,
  rowName: deviceName,
};

/**
 * Lists the devices that the realtime database rejected, so that users can find out why a pole does
 * not appear.
 */
export default function RefusedDevicesPage() {
  const query = useInfiniteQuery(refusedDevicesQuery());
  const { pages } = query.data ?? {};
  const devices = useMemo(() => pages?.flatMap((page) => page.devices), [pages]);
  const isWatched = pages?.[0]?.isWatched ?? true;
  const list = useListState({ sortKeys: REFUSAL_SORT_KEYS });
  const found = useFoundRows(devices ?? NONE, REFUSAL_RULES, list);
  return (
    <ListPage
      title={t`Rejected devices`}
      subtitle={t`Devices rejected in the past 30 days, and how to fix them`}
      searchPlaceholder={t`Search rejected devices…`}
      list={list}
    >
      <ListContent
        query={query}
        things="rejected devices"
        isEmpty={devices?.length === 0}
        search={{ ...list, found: found.length }}
        empty={
          <EmptyState
            title={t`No rejected devices`}
            description={
              isWatched
                ? t`Devices rejected for an invalid key, path or report appear here.`
                : t`With Firebase, poles sign in to Google, which doesn’t report rejected devices to Halyard. Check the Firebase console.`
            }
            icon={<ShieldCheck />}
          />
        }
      >
        <DataList
          label={t`Rejected devices`}
          heading="h2"
          columns={REFUSAL_COLUMNS}
          rows={found}
          list={list}
          {...row}
        />
        {query.hasNextPage && (
          <Button
            className="justify-self-start"
            pending={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            <Trans>Load more</Trans>
          </Button>
        )}
      </ListContent>
    </ListPage>
  );
}
