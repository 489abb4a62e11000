import type { CustomerCreate, CustomerCreated, FlagCreated } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { refetchLists } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';

export function useCreateCustomer() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: CustomerCreate) =>
      call('createCustomer', { body }) as Promise<CustomerCreated & { flags: FlagCreated[] }>,
    onSuccess: async ({ flags }) => {
      flagStore.accept(flags);
      toast({ title: t`Customer created` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Couldn’t create the customer.`, error),
  });
}
