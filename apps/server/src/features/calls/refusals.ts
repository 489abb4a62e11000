import type { ActivityChannel, ActivityDetail } from '@halyard/domain';
import type { FlagAddress } from '../../realtime/tree/flagAddress.ts';

/** The activity kinds of entries that combine several refusals. */
export type BurstKind = 'live.write' | 'call.refused';

/** A refused request. */
export interface Refusal {
  kind: 'flag.command' | BurstKind;
  /** The pole; null if the refusal is not about a single pole. */
  pole: FlagAddress | null;
  detail: ActivityDetail;
}

/** Who was refused, and from where, if known. */
export interface RefusedActor {
  by: string;
  address: string | null;
  channel: ActivityChannel;
}

/** Counts refused calls for the activity log. */
export interface RefusalCounter {
  note(actor: RefusedActor, refusal: Refusal): void;
}
