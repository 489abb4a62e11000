import { CORRECT_POSITION, type SessionUser, type WrongPositionKind } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { followUp } from '@/flags/commands/followUp.ts';
import { moveAll } from '@/flags/commands/massMove.ts';
import type { AskedMove } from '@/flags/master/MoveQuestion.tsx';
import { movePlan } from '@/flags/master/movePlan.ts';
import { call } from '@/lib/api/api.ts';
import { ASKED_WHEN_SHOWN, flagsQuery, KEYS } from '@/lib/api/query.ts';
import { toast, toastError } from '@/lib/page/toast.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
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
  const [asked, setAsked] = useState<AskedMove | null>(null);
  const control = CORRECT_POSITION[kind];
  const ask = async (ids: readonly string[]) => {
    const wanted = new Set(ids);
    try {
      const flags = await client.fetchQuery(flagsQuery(user));
      const plan = movePlan(
        flags.filter(({ id }) => wanted.has(id)),
        (id) => flagStore.state(id),
      );
      if (plan.flags.length > 0) setAsked({ control, label: LABELS[kind], plan });
      else failed();
    } catch {
      failed();
    }
  };
  const answer = async () => {
    if (!asked) return;
    setAsked(null);
    const { flags } = asked.plan;
    const send = async (ids: string[]) =>
      (await call('fixWrongPositions', { body: { kind, ids } })).move;
    const { updated, path } = await moveAll(flags, control, user.id, {
      label: LABELS[kind],
      through: {
        send,
        whyLeftOut: t`No longer in the wrong position, or moved or held by someone`,
      },
    });
    followUp(client, path, flags);
    const leftOut = flags.length - updated;
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
