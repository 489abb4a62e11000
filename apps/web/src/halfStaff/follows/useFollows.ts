import type { CallBody, HalfStaffRelease, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { call, serverMessage } from '@/lib/api/api.ts';
import { KEYS } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toastFailure } from '@/lib/page/toast.ts';
import { useRaise } from '../autopilot/useRaise.ts';
import { useHalfStaffChange } from '../data/useHalfStaffChange.ts';

type Change = CallBody<'setFollows'>;

/** Fetches which orders and annual half-staff days a company or one of its locations follows. */
export const followsQuery = (companyId: string, locationId: string | null) =>
  queryOptions({
    queryKey: [...KEYS.halfStaff, 'follows', companyId, locationId],
    queryFn: ({ signal }) =>
      call('getFollows', {
        params: { companyId },
        query: locationId === null ? {} : { locationId },
        signal,
      }),
    enabled: companyId !== '',
  });

const FAILED = t`Couldn’t save the follow settings.`;

/**
 * Saves which orders and annual half-staff days a company or location follows. If poles would move,
 * the user must confirm first; `asked` then contains the effect to show in the confirmation dialog.
 */
export function useSaveFollows(user: SessionUser, companyId: string, onSaved: () => void) {
  const [asked, setAsked] = useState<{ change: Change; effect: HalfStaffRelease } | null>(null);
  const raise = useRaise(user);
  const save = useHalfStaffChange(
    ({ change }: { change: Change; raise: readonly string[] }) =>
      call('setFollows', { params: { companyId }, body: change }),
    { done: t`Follow settings saved`, failed: FAILED },
    onSaved,
  );
  const store = (change: Change, ids: readonly string[]) =>
    save.mutate({ change, raise: ids }, { onSuccess: () => ids.length > 0 && void raise(ids) });
  const look = useAction({
    mutationFn: (change: Change) => call('previewFollows', { params: { companyId }, body: change }),
    onSuccess: (effect, change) => {
      if (effect.rising.count + effect.lowering > 0) setAsked({ change, effect });
      else store(change, []);
    },
    onError: (error) => toastFailure(serverMessage(error, FAILED), error),
  });
  return {
    asked: asked?.effect ?? null,
    isPending: look.isPending || save.isPending,
    save: (change: Change) => look.mutate(change),
    confirm: (ids: readonly string[]) => asked && store(asked.change, ids),
    cancel: () => setAsked(null),
  };
}
