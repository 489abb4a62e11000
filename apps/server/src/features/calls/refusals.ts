import type { ActivityChannel, ActivityDetail } from '@halyard/domain';
import type { FlagAddress } from '../../realtime/tree/flagAddress.ts';

/** The kinds of activity log entries that combine several refusals. */
export type BurstKind = 'live.write' | 'call.refused';

export interface Refusal {
  kind: 'flag.command' | BurstKind;
  /** The pole that the refused request was for. Null if it was not for a single pole. */
  pole: FlagAddress | null;
  detail: ActivityDetail;
}

/**
 * The user, service account or client whose request was refused, and the IP address. Unknown values
 * are null.
 */
export interface RefusedActor {
  by: string;
  address: string | null;
  channel: ActivityChannel;
}

/** Counts refused API calls for the activity log. */
export interface RefusalCounter {
  note(actor: RefusedActor, refusal: Refusal): void;
}
