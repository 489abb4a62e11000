import {
  FLAG_MOVE_FIELDS,
  type Flag,
  type FlagCreated,
  type FlagUpdate,
  may,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call, isRefusal, problemText } from '@/lib/api/api.ts';
import { changesOf } from '@/lib/api/changes.ts';
import { refetchLists } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import type { FlagValues } from './flagFormSchema.ts';

export function useCreateFlag(onCreated: (flag: FlagCreated) => void) {
  const client = useQueryClient();
  return useAction({
    // Does not send a move timeout, so that a new flag uses the default even if the default
    // changes.
    mutationFn: ({ moveTimeout: _, serverSteps: __, ...body }: FlagValues) =>
      call('createFlag', { body }) as Promise<FlagCreated>,
    onSuccess: async (flag) => {
      flagStore.accept([flag]);
      onCreated(flag);
      toast({ title: t`Flag created` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to create flag.`, error),
  });
}

/** Saves the changes to a flag. If nothing changed, it sends nothing and shows no success toast. */
export function useUpdateFlag(user: SessionUser, onUpdated: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: async ({ flag, values }: { flag: Flag; values: FlagValues }) => {
      const body = editOf(user, flag, values);
      if (Object.keys(body).length === 0) return null;
      return call('updateFlag', { params: { id: flag.id }, body });
    },
    onSuccess: async (updated) => {
      onUpdated();
      if (!updated) return;
      toast({ title: t`Flag updated` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to update flag.`, error),
  });
}

export function useDeleteFlag(onDeleted: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (flag: Flag) => call('deleteFlag', { params: { id: flag.id } }),
    onSuccess: async () => {
      onDeleted();
      toast({ title: t`Flag deleted` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to delete flag`, error),
  });
}

/** Returns the changed fields that this user is allowed to edit. */
function editOf(user: SessionUser, flag: Flag, values: FlagValues): FlagUpdate {
  const { moveTimeout, serverSteps } = flag.live;
  const changes = changesOf({ ...flag, moveTimeout, serverSteps }, values);
  if (!may(user, 'flag.move')) for (const field of FLAG_MOVE_FIELDS) delete changes[field];
  return changes;
}

/** Returns the error to show in a form, and the field that caused it, if known. */
export function problemOf(error: unknown): { field: 'flagId' | null; text: string } | null {
  const text = problemText(error);
  if (text === null) return null;
  return { field: isRefusal(error) && error.status === 409 ? 'flagId' : null, text };
}
