import { type Location, type LocationCreate, locationId } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { changesOf } from '@/lib/api/changes.ts';
import { refetchLists } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';

/**
 * Which text to show for a failure (spec §8). `server`: the server's message, or the default text
 * if there is none. `plain`: always the default text.
 */
export type FailureWords = 'server' | 'plain';

function toastSaveFailure(error: unknown, words: FailureWords, text: string): void {
  toastFailure(words === 'server' ? serverMessage(error, text) : text, error);
}

export type LocationValues = Omit<LocationCreate, 'id'>;

export function useCreateLocation(words: FailureWords, onCreated: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (values: LocationValues) =>
      call('createLocation', {
        body: { ...values, id: locationId(values.companyId, values.city, Date.now()) },
      }),
    onSuccess: async () => {
      onCreated();
      toast({ title: t`Location created` });
      await refetchLists(client);
    },
    onError: (error) => toastSaveFailure(error, words, t`Failed to create location.`),
  });
}

interface LocationUpdateInput {
  /** The location as the form first showed it. */
  location: Location;
  values: LocationValues;
}

/** Saves a location's changed fields. If nothing changed, sends nothing and shows no message. */
export function useUpdateLocation(words: FailureWords, onUpdated: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: async ({ location, values }: LocationUpdateInput): Promise<Location | null> => {
      const body = changesOf(location, values);
      if (Object.keys(body).length === 0) return null;
      return call('updateLocation', { params: { id: location.id }, body });
    },
    onSuccess: async (updated) => {
      onUpdated();
      if (!updated) return;
      toast({ title: t`Location updated` });
      await refetchLists(client);
    },
    onError: (error) => toastSaveFailure(error, words, t`Failed to update location.`),
  });
}

export function useDeleteLocation(onDeleted: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (location: Location) => call('deleteLocation', { params: { id: location.id } }),
    onSuccess: async () => {
      onDeleted();
      toast({ title: t`Location deleted` });
      await refetchLists(client);
    },
    onError: (error) => toastFailure(t`Failed to delete location.`, error),
  });
}
