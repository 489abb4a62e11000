import {
  CORRECT_POSITION,
  type MovePlan,
  type SessionUser,
  WRONG_POSITION_SORT_KEYS,
  type WrongPositionKind,
  type WrongPositionPage,
  type WrongPositionRow,
  type WrongPositionSortKey,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { followUp } from '@/flags/commands/followUp.ts';
import { askPlan, movePlanned } from '@/flags/commands/massMove.ts';
import type { AskedMove } from '@/flags/master/MoveQuestion.tsx';
import { call } from '@/lib/api/api.ts';
import { type ListState, useListState } from '@/lib/lists/listState.ts';
import { DEFAULT_PAGE_SIZE } from '@/lib/lists/pageSizes.ts';
import { pageOf } from '@/lib/lists/pagination.ts';
import { useListPage } from '@/lib/lists/useListPage.ts';
import { toast, toastError } from '@/lib/page/toast.ts';
import { refetchHalfStaff } from '../data/halfStaffQueries.ts';

/** One page of the flags that are wrongly at half-staff, or wrongly at full staff. */
export interface WrongPage {
  list: ListState<WrongPositionSortKey>;
  rows: readonly WrongPositionRow[];
  /** The number of flags on all pages. */
  total: number;
  /** Whether the list has several pages or a search is active. */
  isLong: boolean;
}

/**
 * Returns one page of the flags that are wrongly at half-staff, or wrongly at full staff. A short
 * list is already part of `WrongPositionPage` and needs no request.
 */
export function useWrongPage(
  kind: WrongPositionKind,
  { items, kinds }: WrongPositionPage,
): WrongPage {
  const list = useListState({ sortKeys: WRONG_POSITION_SORT_KEYS, prefix: `${kind}-` });
  const { search, page, pageSize } = list;
  const { total } = kinds[kind];
  const first = items.filter((row) => row.kind === kind);
  const isWhole = first.length === total && search === '';
  const found = useListPage('wrongPositions', list, { kind }, !isWhole);
  const isLong = total > DEFAULT_PAGE_SIZE || search !== '';
  if (isWhole) return { list, rows: pageOf(first, page, pageSize), total, isLong };
  if (found.total === undefined) return { list, rows: first.slice(0, pageSize), total, isLong };
  return { list, rows: found.rows, total: found.total, isLong };
}

const LABELS: Record<WrongPositionKind, string> = {
  'full-staff': t`Lower to half-staff`,
  'half-staff': t`Raise`,
};

const failed = () => toastError(t`Couldn’t correct positions.`);

/**
 * Moves flags to their correct position once the user confirms. The move can then be undone, like
 * any mass move.
 */
export function useFixWrongPositions(user: SessionUser, kind: WrongPositionKind) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<AskedMove<MovePlan> | null>(null);
  const control = CORRECT_POSITION[kind];
  const ask = async () => {
    try {
      const plan = await askPlan({ control, wrongPosition: kind });
      if (plan.count > 0) setAsked({ control, label: LABELS[kind], plan });
      else failed();
    } catch {
      failed();
    }
  };
  const answer = async () => {
    if (!asked) return;
    setAsked(null);
    const { plan } = asked;
    const send = async (ids: string[]) => {
      // A plan of many flags does not list them.
      const body = plan.flags ? { kind, ids } : { kind, plan: plan.id };
      return (await call('fixWrongPositions', { body })).move;
    };
    const { updated, path } = await movePlanned(plan, control, user.id, {
      through: {
        send,
        whyLeftOut: t`Position already correct, or flag moved or held by a user`,
      },
    });
    followUp(client, path, plan.flags ?? []);
    const leftOut = plan.count - updated;
    if (updated === 0) failed();
    else
      toast({
        title: plural(updated, { one: '# command sent', other: '# commands sent' }),
        ...(leftOut > 0 && {
          description: plural(leftOut, { one: '# flag skipped', other: '# flags skipped' }),
        }),
      });
    await refetchHalfStaff(client);
  };
  return { asked, ask, answer, cancel: () => setAsked(null) };
}
