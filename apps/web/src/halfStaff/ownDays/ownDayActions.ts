import { may, type OwnDay, type OwnDayTerms, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { KEYS } from '@/lib/api/query.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

/** Fetches the custom days that the user's company, or the operator, has recorded. */
export const ownDaysQuery = (user: SessionUser) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'own-days'],
    queryFn: ({ signal }) => call('listOwnDays', { signal }),
    enabled: may(user, 'order.read'),
  });

/** Saves a new custom day, or the terms of an existing one. */
export const useSaveOwnDay = (day: OwnDay | null, onDone: () => void) =>
  useHalfStaffChange(
    (body: OwnDayTerms) =>
      day === null
        ? call('createOwnDay', { body })
        : call('updateOwnDay', { params: { id: day.id }, body }),
    {
      done: day === null ? t`Custom day added` : t`Custom day changed`,
      failed: t`Couldn’t save the custom day.`,
    },
    onDone,
  );

export const useDeleteOwnDay = (onDone: () => void) =>
  useHalfStaffChange(
    ({ id }: OwnDay) => call('deleteOwnDay', { params: { id } }),
    { done: t`Custom day deleted`, failed: t`Couldn’t delete the custom day.` },
    onDone,
  );
