import type { OrderTemplate, OrderTemplateCreate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { KEYS } from '@/lib/api/query.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

/** Fetches the order templates that the user's company or the operator has saved. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'order-templates'],
    queryFn: ({ signal }) => call('listOrderTemplates', { signal }),
  });

export const useSaveTemplate = (onDone: () => void) =>
  useHalfStaffChange(
    (body: OrderTemplateCreate) => call('createOrderTemplate', { body }),
    { done: t`Template saved`, failed: t`Couldn’t save the template.` },
    onDone,
  );

export const useDeleteTemplate = (onDone: () => void) =>
  useHalfStaffChange(
    ({ id }: OrderTemplate) => call('deleteOrderTemplate', { params: { id } }),
    { done: t`Template deleted`, failed: t`Couldn’t delete the template.` },
    onDone,
  );
