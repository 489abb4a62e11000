import { criteriaCount, FLAG_SORT_KEYS, type Flag, may, scopeOf } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import { Flag as FlagIcon, Plus } from '@/components/icons/index.ts';
import { ListContent, useListPending } from '@/components/ListContent.tsx';
import { ListPage } from '@/components/ListPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { ExportButton } from '@/importExport/ExportButton.tsx';
import { flagQuery } from '@/lib/api/listPages.ts';
import { useListState } from '@/lib/lists/listState.ts';
import { useOpenedRow } from '@/lib/lists/useOpenedRow.ts';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { useFlagActions } from '../commands/useFlagActions.ts';
import { useFlagPage } from '../data/useFlagPage.ts';
import { DeleteFlagDialog } from '../dialog/DeleteFlagDialog.tsx';
import { FlagDialogs } from '../dialog/FlagDialogs.tsx';
import { FlagFilters } from '../filters/FlagFilters.tsx';
import { useFlagCriteria } from '../filters/flagFilter.ts';
import { isEverywhere, placeQuery, useClearFilters, useFlagPlace } from '../filters/flagPlace.ts';
import { FlagList } from '../list/FlagList.tsx';
import { SelectionBar } from '../list/selection/SelectionBar.tsx';
import { useRowSelection } from '../list/selection/useRowSelection.ts';
import { NothingFiltered } from './NothingFiltered.tsx';

export default function FlagsPage() {
  const user = useCurrentUser();
  useRealtimeConnection();
  const list = useListState({ sortKeys: FLAG_SORT_KEYS });
  const [criteria, setCriteria] = useFlagCriteria();
  const [place, setPlace] = useFlagPlace();
  const result = useFlagPage(user, list, { criteria, place });
  const { query, rows, total, summary } = result;
  const isPlaced = !isEverywhere(place);
  const rowSelection = useRowSelection(result);
  const { selection } = rowSelection;
  const actions = useFlagActions(user.id);
  const maySwitch = may(user, 'flag.switch');
  const [adding, setAdding] = useDialogParam('add');
  const [opened, setOpened] = useOpenedRow('flag', rows, flagQuery);
  const [deleting, setDeleting] = useState<Flag | null>(null);
  const mayCreate = may(user, 'flag.create');

  const isPending = useListPending(query);
  const clearFilters = useClearFilters();
  const add = mayCreate && (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      <Trans>Add Flag</Trans>
    </Button>
  );

  return (
    <ListPage
      title={t`Flags`}
      subtitle={t`Manage and monitor IoT flags`}
      searchPlaceholder={t`Search flags...`}
      list={list}
      action={
        <>
          {may(user, 'refusedDevice.read') && (
            <Button asChild>
              <Link href="/refused-devices">
                <Trans>Rejected devices</Trans>
              </Link>
            </Button>
          )}
          <ExportButton
            call="exportFlags"
            search={list.search}
            criteria={criteria}
            place={placeQuery(place)}
          />
          {add}
        </>
      }
      filters={
        // Shown only together with the list, because it would otherwise push the list down.
        !isPending &&
        summary &&
        (summary.total > 0 || isPlaced) && (
          <FlagFilters
            summary={summary}
            counts={result.counts}
            seesAll={scopeOf(user, 'flag.read')?.kind === 'all'}
            place={place}
            named={result.place}
            onPlace={setPlace}
            criteria={criteria}
            onCriteria={setCriteria}
            onClear={() => clearFilters()}
          />
        )
      }
    >
      <ListContent
        query={query}
        things="flags"
        controls
        isEmpty={result.isEmpty && !isPlaced}
        search={{ ...list, found: total ?? 0 }}
        {...((criteriaCount(criteria) > 0 || isPlaced) && {
          noResults: (
            <NothingFiltered
              criteria={criteria}
              search={list.search}
              place={place}
              isEmptyPlace={result.isEmpty}
              onClear={() => clearFilters({ search: true })}
            />
          ),
        })}
        empty={
          <EmptyState
            title={t`No flags yet`}
            description={
              mayCreate
                ? t`Add your first flag to monitor and control its pole here.`
                : t`Flags appear here once your operator adds them.`
            }
            icon={<FlagIcon />}
            action={add}
          />
        }
      >
        <FlagList
          label={t`Flags`}
          heading="h2"
          user={user}
          result={result}
          place={result.place?.location?.name}
          list={list}
          onOpen={setOpened}
          selection={maySwitch ? selection : undefined}
          {...(may(user, 'flag.delete') && { onDelete: setDeleting })}
        />
      </ListContent>
      {maySwitch && <SelectionBar rows={rowSelection} result={result} actions={actions} />}
      <FlagDialogs
        user={user}
        opened={opened}
        adding={adding && mayCreate}
        onClose={() => {
          setOpened(null);
          setAdding(false);
        }}
      />
      <DeleteFlagDialog flag={deleting} onClose={() => setDeleting(null)} />
    </ListPage>
  );
}
