import type { DayConfirm } from '@halyard/domain';
import { call } from '@/lib/api/api.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

export const useConfirmDay = (onDone: () => void) =>
  useHalfStaffChange(
    (body: DayConfirm) => call('confirmHalfStaffDay', { body }),
    { done: 'Date confirmed', failed: 'Failed to confirm the date.' },
    onDone,
  );
