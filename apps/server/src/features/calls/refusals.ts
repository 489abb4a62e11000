import type { ActivityChannel, ActivityDetail } from '@halyard/domain';
import type { FlagAddress } from '../../realtime/tree/flagAddress.ts';

/** The activity kinds that combine several refusals in one entry. */
export type BurstKind = 'live.write' | 'call.refused';

/** A refused attempt. */
export interface Refusal {
  kind: 'flag.command' | BurstKind;
  /** Null if the refusal is not about a single pole. */
  pole: FlagAddress | null;
  detail: ActivityDetail;
}

/** Who was refused, and where they came from if that is known. */
export interface RefusedActor {
  by: string;
  address: string | null;
  channel: ActivityChannel;
}

/** Counts refused calls for the activity log. */
export interface RefusalCounter {
  note(actor: RefusedActor, refusal: Refusal): void;
}
