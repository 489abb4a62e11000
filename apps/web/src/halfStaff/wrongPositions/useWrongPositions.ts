import {
  CORRECT_POSITION,
  type MovePlan,
  type SessionUser,
  type WrongPositionKind,
} from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { followUp } from '@/flags/commands/followUp.ts';
import { askPlan, movePlanned } from '@/flags/commands/massMove.ts';
import type { AskedMove } from '@/flags/master/MoveQuestion.tsx';
import { call } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN, KEYS } from '@/lib/api/query.ts';
import { toast, toastError } from '@/lib/page/toast.ts';
import { refetchHalfStaff } from '../data/halfStaffQueries.ts';

/**
 * Fetches the flags in the wrong position that the user may see. Reloads whenever it is shown,
 * because it changes over time.
 */
export const wrongPositionsQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'wrong-positions'],
    queryFn: ({ signal }) => call('wrongPositions', { signal }),
    ...ASKED_WHEN_SHOWN,
  });

const LABELS: Record<WrongPositionKind, string> = {
  'full-staff': t`Lower to half-staff`,
  'half-staff': t`Raise`,
};

const failed = () => toastError(t`Failed to correct positions.`);

/**
 * Moves flags to their correct position once the user confirms. The result bar offers Undo, as for
 * every mass move.
 */
export function useFixWrongPositions(user: SessionUser, kind: WrongPositionKind) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<(AskedMove<MovePlan> & { ids: string[] }) | null>(null);
  const control = CORRECT_POSITION[kind];
  const ask = async (ids: readonly string[]) => {
    try {
      const plan = await askPlan({ control, flagIds: [...ids] });
      if (plan.count > 0) setAsked({ control, label: LABELS[kind], plan, ids: [...ids] });
      else failed();
    } catch {
      failed();
    }
  };
  const answer = async () => {
    if (!asked) return;
    setAsked(null);
    const { plan, ids } = asked;
    const send = async (sent: string[]) => {
      // A plan of many flags does not list them.
      const body = { kind, ids: plan.flags ? sent : ids };
      return (await call('fixWrongPositions', { body })).move;
    };
    const { updated, path } = await movePlanned(plan, control, user.id, {
      label: LABELS[kind],
      through: {
        send,
        whyLeftOut: t`No longer in the wrong position, or moved or held by someone`,
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
