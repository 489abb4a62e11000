import {
  FLAG_SORT_KEYS,
  type Flag,
  type FlagSortKey,
  may,
  type SessionUser,
} from '@halyard/domain';
import { memo, type ReactNode, useRef } from 'react';
import type { CardHeading } from '@/components/ui/Card.tsx';
import { Pagination } from '@/components/ui/Pagination.tsx';
import { CARD_GRID } from '@/components/ui/Skeleton.tsx';
import { SortControl } from '@/components/ui/SortControl.tsx';
import type { ListState } from '@/lib/lists/listState.ts';
import { useSteps } from '@/lib/page/useSteps.ts';
import { useFlagActions } from '../commands/useFlagActions.ts';
import type { FlagPageResult } from '../data/useFlagPage.ts';
import { MasterControlsCard } from '../master/MasterControls.tsx';
import { FlagCard } from './FlagCard.tsx';
import { FlagTable } from './FlagTable.tsx';
import type { RowSelection } from './selection/rowSelection.ts';
import { SelectModeButton } from './selection/SelectModeButton.tsx';
import { useRowsOnScreen } from './selection/useRowSelection.ts';
import { FLAG_SORT_HEADERS } from './sortHeaders.ts';
import { useListLayout } from './useListLayout.ts';
import { useStillRows } from './useStillRows.ts';

/** How many cards to render first: as many as fill a phone screen. */
const FIRST_CARDS = 2;

/**
 * The columns that are hidden on a company's or location's page, because their values are the same
 * for all flags there.
 */
const SAME = { company: ['company'], location: ['company', 'location'] };

const sortColumns = (pageOf: keyof typeof SAME | undefined) =>
  FLAG_SORT_KEYS.filter((key) => !pageOf || !SAME[pageOf].includes(key)).map((key) => ({
    key,
    header: FLAG_SORT_HEADERS[key],
  }));

interface FlagListProps {
  label: string;
  /** The heading level of each card: one level below the heading above the list. */
  heading?: CardHeading;
  user: SessionUser;
  /** The page of flags to show. It contains at least one flag. */
  result: FlagPageResult;
  /** The name of the location, if all flags are at one location. */
  place?: string | undefined;
  list: ListState<FlagSortKey>;
  onOpen?: (flag: Flag) => void;
  onDelete?: (flag: Flag) => void;
  /**
   * Set if the list is on the page of a company or location. All flags in the list then belong to
   * that company or location.
   */
  pageOf?: 'company' | 'location';
  /** An additional control next to the title of the master controls. */
  control?: ReactNode;
  /** The selection of flags; omitted if flags cannot be selected. */
  selection?: RowSelection | undefined;
}

/**
 * Shows flags as a table, or as cards on a small screen, with master controls and pagination.
 * Typing elsewhere on the page does not rerender the list.
 */
export const FlagList = memo(function FlagList({
  label,
  heading = 'h3',
  user,
  result,
  place,
  list,
  onOpen,
  onDelete,
  pageOf,
  control,
  selection,
}: FlagListProps) {
  const frame = useRef<HTMLDivElement>(null);
  const layout = useListLayout(frame);
  const actions = useFlagActions(user.id);
  const maySwitch = may(user, 'flag.switch');
  const { total = 0, controls, selection: query } = result;
  const { rows, onPointer } = useStillRows(result);
  useRowsOnScreen(selection, rows);
  const master = { controls, query, isSearch: query.q !== undefined, place };
  const drawn = useSteps(rows.length, FIRST_CARDS);
  const item = { actions, maySwitch, onOpen, onDelete, pageOf, selection };
  return (
    <div ref={frame} {...onPointer} className="grid grid-cols-1 gap-4">
      {layout !== 'cards' ? (
        <FlagTable
          label={label}
          layout={layout}
          master={master}
          rows={rows}
          sort={list.sort}
          onSort={list.toggleSort}
          control={control}
          {...item}
        />
      ) : (
        <>
          <MasterControlsCard
            heading={heading}
            {...master}
            actions={actions}
            maySwitch={maySwitch}
            control={control}
          />
          <div className="flex flex-wrap items-center justify-between gap-2">
            <SortControl columns={sortColumns(pageOf)} sort={list.sort} onSort={list.setSort} />
            {selection && <SelectModeButton selection={selection} />}
          </div>
          <ul aria-label={label} className={CARD_GRID}>
            {rows.map((flag, i) =>
              i < drawn ? (
                <FlagCard key={flag.id} heading={heading} flag={flag} {...item} />
              ) : (
                <li key={flag.id} className="min-h-56" />
              ),
            )}
          </ul>
        </>
      )}
      <Pagination
        label={label}
        page={list.page}
        pageSize={list.pageSize}
        total={total}
        onPageChange={list.setPage}
        onPageSizeChange={list.setPageSize}
      />
    </div>
  );
});
