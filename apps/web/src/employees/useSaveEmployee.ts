import type { User, UserCreate, UserUpdate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '@/lib/api/api.ts';
import { refetchLists } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { useBusyAction } from '@/lib/forms/useBusyAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { recheckCurrentUser } from '@/lib/session/currentUser.ts';
import { withPassword } from '@/passwordPrompt/withPassword.ts';

export function useCreateEmployee(onCreated: () => void) {
  const client = useQueryClient();
  return useBusyAction({
    mutationFn: (body: UserCreate) => withPassword(() => call('createUser', { body })),
    onSuccess: async () => {
      onCreated();
      toast({ title: t`Employee created` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to create employee.`, error),
  });
}

interface EmployeeUpdateInput {
  employee: User;
  /** The account's changed fields. If no field has changed, nothing is sent. */
  changes: UserUpdate;
}

/**
 * Saves the changes to an employee.
 * @param ownId the ID of the signed-in user. When users edit their own account, their name and
 * rights are refetched.
 */
export function useUpdateEmployee(ownId: string, onUpdated: () => void) {
  const client = useQueryClient();
  return useBusyAction({
    mutationFn: async ({ employee, changes }: EmployeeUpdateInput): Promise<User | null> => {
      if (Object.keys(changes).length === 0) return null;
      return withPassword(() => call('updateUser', { params: { id: employee.id }, body: changes }));
    },
    onSuccess: async (updated) => {
      onUpdated();
      if (!updated) return;
      toast({ title: t`Employee updated` });
      if (updated.id === ownId) await recheckCurrentUser(client);
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to update employee.`, error),
  });
}

export function useDeleteEmployee(onDeleted: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (employee: User) => call('deleteUser', { params: { id: employee.id } }),
    onSuccess: async () => {
      onDeleted();
      toast({ title: t`Employee deleted` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to delete employee.`, error),
  });
}
