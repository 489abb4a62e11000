import { criteriaCount, FLAG_SORT_KEYS, type Flag, may } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { Flag as FlagIcon, Plus } from '@/components/icons/index.ts';
import { ListContent, useListPending } from '@/components/ListContent.tsx';
import { ListPage } from '@/components/ListPage.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { EmptyState } from '@/components/ui/EmptyState.tsx';
import { ExportButton } from '@/importExport/ExportButton.tsx';
import { useListState } from '@/lib/lists/listState.ts';
import { useDialogParam, useDialogRow } from '@/lib/page/dialogParam.ts';
import { useRealtimeConnection } from '@/lib/realtime/connection.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { useFlagActions } from '../commands/useFlagActions.ts';
import { DeleteFlagDialog } from '../dialog/DeleteFlagDialog.tsx';
import { FlagDialogs } from '../dialog/FlagDialogs.tsx';
import { FlagFilters } from '../filters/FlagFilters.tsx';
import { useFlagCriteria } from '../filters/flagFilter.ts';
import {
  isEverywhere,
  locationName,
  placeQuery,
  useClearFilters,
  useFlagPlace,
  useFlagsIn,
} from '../filters/flagPlace.ts';
import { FlagList } from '../list/FlagList.tsx';

import { SelectionBar } from '../list/selection/SelectionBar.tsx';
import { useRowSelection } from '../list/selection/useRowSelection.ts';
import { useFlags } from '../list/useFlags.ts';
import { useShownFlags } from '../list/useShownFlags.ts';
import { NothingFiltered } from './NothingFiltered.tsx';

const NONE: readonly Flag[] = [];

export default function FlagsPage() {
  const user = useCurrentUser();
  useRealtimeConnection();
  const query = useFlags(user);
  const list = useListState({ sortKeys: FLAG_SORT_KEYS });
  const [criteria, setCriteria] = useFlagCriteria();
  const [askedPlace, setPlace] = useFlagPlace();
  const all = query.data ?? NONE;
  // Deferred like the list, so that the controls always act on the flags of the shown location.
  const place = useDeferredValue(askedPlace);
  const placed = useFlagsIn(all, place);
  const shown = useShownFlags(placed, { list, criteria }, 'flag');
  const selection = useRowSelection(all);
  const actions = useFlagActions(user.id);
  const maySwitch = may(user, 'flag.switch');
  const [adding, setAdding] = useDialogParam('add');
  const [opened, setOpened] = useDialogRow('flag', all);
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
                <Trans>Refused devices</Trans>
              </Link>
            </Button>
          )}
          <ExportButton
            call="exportFlags"
            search={list.search}
            criteria={criteria}
            place={placeQuery(askedPlace)}
          />
          {add}
        </>
      }
      filters={
        // Shown only together with the list, because it would otherwise push the list down.
        !isPending &&
        all.length > 0 && (
          <FlagFilters
            user={user}
            flags={all}
            placed={placed}
            place={askedPlace}
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
        search={{ ...shown.list, found: shown.ordered.length }}
        {...((criteriaCount(shown.criteria) > 0 || !isEverywhere(place)) && {
          noResults: (
            <NothingFiltered
              criteria={shown.criteria}
              search={shown.list.search}
              place={place}
              isEmptyPlace={placed.length === 0}
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
          flags={shown.ordered}
          place={locationName(placed, place)}
          list={shown.list}
          onOpen={setOpened}
          selection={maySwitch ? selection : undefined}
          {...(may(user, 'flag.delete') && { onDelete: setDeleting })}
        />
      </ListContent>
      {maySwitch && (
        <SelectionBar
          selection={selection}
          all={all}
          shown={shown.ordered}
          isSearch={shown.list.search !== ''}
          actions={actions}
        />
      )}
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
