import type { DayConfirm } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { call } from '@/lib/api/api.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

export const useConfirmDay = (onDone: () => void) =>
  useHalfStaffChange(
    (body: DayConfirm) => call('confirmHalfStaffDay', { body }),
    { done: t`Date confirmed`, failed: t`Couldn’t confirm the date.` },
    onDone,
  );
