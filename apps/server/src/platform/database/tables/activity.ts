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

/**
 * An entry of the activity log. Entries are never changed. Only code in `activity/` adds them and
 * deletes old ones.
 */
export interface ActivityTable {
  /** The number of the entry. Numbers ascend in the order in which entries were added. */
  id: Generated<number>;
  at: Time;
  category: ActivityCategory;
  kind: ActivityKind;
  outcome: ActivityOutcome;
  actor_kind: ActorKind;
  /** The ID of the actor at the time (`users.id` for users). Null if it is unknown. */
  actor_id: string | null;
  actor_name: string;
  /** The company of the actor. Null for the operator's users or an unknown actor. */
  actor_company_id: string | null;
  channel: ActivityChannel;
  address: string | null;
  /**
   * The company that the entry is about. The columns about companies, locations and flags contain
   * the IDs and names at that time, and are kept when the records are deleted.
   */
  company_id: string | null;
  company: string | null;
  location_id: string | null;
  /** The `flags.id` of the flag that the entry is about. */
  flag_id: string | null;
  subject: string | null;
  detail: Json<ActivityDetail>;
  /** The `uniqueKey` of the entry's searchable text. */
  search: string;
  /** The ID that the client chose for the command. It is not unique. */
  command_id: string | null;
  /**
   * When the realtime database received the command. In old entries, the time that the client sent.
   */
  command_at: Time | null;
  /** Distinguishes commands that the same actor sends to the same flag in the same millisecond. */
  command_seq: number | null;
}

/**
 * The origin of a command that came from an API call. Kept until the outcome of the command is
 * known.
 */
export interface CommandOriginTable {
  /** The ID of the command. */
  id: string;
  /** The ID of the caller. The command contains it as `command.by`. */
  actor_id: string;
  channel: ActivityChannel;
  address: string | null;
  created_at: Time;
}
