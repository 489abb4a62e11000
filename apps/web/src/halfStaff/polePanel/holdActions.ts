import type { Flag, HoldCreate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { call } from '@/lib/api/api.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

export const useHoldPole = (onDone: () => void) =>
  useHalfStaffChange(
    ({ flag, body }: { flag: Pick<Flag, 'id'>; body: HoldCreate }) =>
      call('holdPole', { params: { id: flag.id }, body }),
    { done: t`Hold set`, failed: t`Couldn’t set the hold.` },
    onDone,
  );

export const useReleaseHold = () =>
  useHalfStaffChange(
    (pole: { id: string }) => call('releaseHold', { params: { id: pole.id } }),
    { done: t`Hold released`, failed: t`Couldn’t release the hold.` },
    undefined,
    ({ id }) => id,
  );
