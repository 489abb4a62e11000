import type { ActivityChannel, ActivityDetail } from '@halyard/domain';
import type { FlagAddress } from '../../realtime/tree/flagAddress.ts';

/** What several refusals together are called. */
export type BurstKind = 'live.write' | 'call.refused';

/** Something that somebody tried and was refused. */
export interface Refusal {
  kind: 'flag.command' | BurstKind;
  /** Null: of no one pole. */
  pole: FlagAddress | null;
  detail: ActivityDetail;
}

/** Who was refused, and where they came from as far as that is known. */
export interface RefusedActor {
  by: string;
  address: string | null;
  channel: ActivityChannel;
}

/** Counts refused calls for the activity log. */
export interface RefusalCounter {
  note(actor: RefusedActor, refusal: Refusal): void;
}
