import { desiredPosition, type Flag, type PoleHalfStaff } from '@halyard/domain';
import { useSyncExternalStore } from 'react';
import { call } from '@/lib/api/api.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';

/**
 * Flags that this user has just lowered to half-staff even though nothing requires half-staff.
 * Their rows ask for a reason and an end time. Kept outside React.
 */
const lowered = new Set<string>();
const listeners = new Set<() => void>();

function announce(): void {
  for (const listener of listeners) listener();
}

/** Asks the user why they moved a flag to half-staff, if nothing requires half-staff. */
export async function offerReason(flag: Pick<Flag, 'id'>): Promise<void> {
  // If this request fails, the list of wrong positions still asks for a reason.
  const status = await call('poleHalfStaff', { params: { id: flag.id } }).catch(() => null);
  if (status === null || !isOwn(status)) return;
  // A second click on Half may have turned it off again in the meantime.
  const record = flagStore.record(flag.id);
  if (!record || desiredPosition(record) !== 'half') return;
  lowered.add(flag.id);
  announce();
}

/** Stops asking for a reason after the user has given one or moved the flag again. */
export function withdrawReason(flagId: string): void {
  if (lowered.delete(flagId)) announce();
}

export const useReasonIsOffered = (flagId: string): boolean =>
  useSyncExternalStore(subscribe, () => lowered.has(flagId));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isOwn({ should, hold }: PoleHalfStaff): boolean {
  const isHeldByHand = hold === null || hold.commandId !== null;
  return isHeldByHand && !['order', 'annual-day', 'lock'].includes(should.source.kind);
}
