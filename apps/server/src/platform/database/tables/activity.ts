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
  /** The sequence number of the entry in the activity log. Later entries have higher numbers. */
  id: Generated<number>;
  at: Time;
  category: ActivityCategory;
  kind: ActivityKind;
  outcome: ActivityOutcome;
  actor_kind: ActorKind;
  /**
   * The actor's ID when the activity log entry was written (`users.id` for users). Null if it is
   * unknown.
   */
  actor_id: string | null;
  actor_name: string;
  /**
   * The company of the actor in an activity log entry. Null for the operator's users or an unknown
   * actor.
   */
  actor_company_id: string | null;
  channel: ActivityChannel;
  address: string | null;
  /**
   * The company that the activity log entry is about. The columns about companies, locations and
   * flags keep the IDs and names as of the entry's time, even after the records are deleted.
   */
  company_id: string | null;
  company: string | null;
  location_id: string | null;
  /** The `flags.id` of the flag that the activity log entry is about. */
  flag_id: string | null;
  subject: string | null;
  detail: Json<ActivityDetail>;
  /** The searchable text of the activity log entry, converted with `uniqueKey`. */
  search: string;
  /** The ID that the client chose for the logged command. It is not unique. */
  command_id: string | null;
  /**
   * The time when the realtime database received the logged command. In entries from old versions,
   * the time that the client sent.
   */
  command_at: Time | null;
  /**
   * A number that distinguishes commands from the same actor to the same flag in the same
   * millisecond.
   */
  command_seq: number | null;
}

/**
 * How and by whom a command was sent through the API. Kept until the outcome of the command is
 * known.
 */
export interface CommandOriginTable {
  /** The ID of a command that was sent through the API. */
  id: string;
  /**
   * The ID of the API caller who sent the command. The command stores the same ID in `command.by`.
   */
  actor_id: string;
  channel: ActivityChannel;
  address: string | null;
  created_at: Time;
}
