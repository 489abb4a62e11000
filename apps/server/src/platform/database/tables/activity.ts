import type {
  ActivityCategory,
  ActivityChannel,
  ActivityDetail,
  ActivityKind,
  ActivityOutcome,
  ActorKind,
} from '@halyard/domain';
import type { Generated } from 'kysely';
import type { Json, Time } from './columns.ts';

/** Append-only: `activity/` alone writes it, and removes what is too old. */
export interface ActivityTable {
  /** In the order in which entries were made. */
  id: Generated<number>;
  at: Time;
  category: ActivityCategory;
  kind: ActivityKind;
  outcome: ActivityOutcome;
  actor_kind: ActorKind;
  /** `users.id` or another id at the time; null for someone unknown. */
  actor_id: string | null;
  actor_name: string;
  /** The company that the actor was of; null: the operator's, or none. */
  actor_company_id: string | null;
  channel: ActivityChannel;
  address: string | null;
  /** Ids and names of the time, kept when what they name goes. */
  company_id: string | null;
  company: string | null;
  location_id: string | null;
  /** `flags.id` */
  flag_id: string | null;
  subject: string | null;
  detail: Json<ActivityDetail>;
  /** `uniqueKey` of the words that a search looks through. */
  search: string;
  /** Of a command: the id that its client chose, which identifies nothing. */
  command_id: string | null;
  /** When the realtime database received it; of earlier versions, when its client says that it was given. */
  command_at: Time | null;
  /** Tells commands apart that one actor gave one flag within a millisecond. */
  command_seq: number | null;
}

/** Where a command came from that the API wrote, until its outcome is known. */
export interface CommandOriginTable {
  /** The command's. */
  id: string;
  /** Whose call it was: `command.by`. */
  actor_id: string;
  channel: ActivityChannel;
  address: string | null;
  created_at: Time;
}
