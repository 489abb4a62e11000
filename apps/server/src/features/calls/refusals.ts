import type { ActivityChannel, ActivityDetail } from '@halyard/domain';
import type { FlagAddress } from '../../realtime/tree/flagAddress.ts';

/** The kinds of activity log entries that combine several rejected requests. */
export type BurstKind = 'live.write' | 'call.refused';

export interface Refusal {
  kind: 'flag.command' | BurstKind;
  /** The pole that the rejected request was for. Null if it was not for a single pole. */
  pole: FlagAddress | null;
  detail: ActivityDetail;
}

/**
 * The user, service account or client whose request was rejected, and the IP address. Unknown
 * values are null.
 */
export interface RefusedActor {
  by: string;
  address: string | null;
  channel: ActivityChannel;
}

/** Counts rejected API calls for the activity log. */
export interface RefusalCounter {
  note(actor: RefusedActor, refusal: Refusal): void;
}
