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
 * An entry of the activity log. The table is append-only: only code in `activity/` writes to it and
 * deletes old entries.
 */
export interface ActivityTable {
  /** Ascending in the order in which entries were added. */
  id: Generated<number>;
  at: Time;
  category: ActivityCategory;
  kind: ActivityKind;
  outcome: ActivityOutcome;
  actor_kind: ActorKind;
  /** The actor's ID (`users.id` for users) at the time; null if unknown. */
  actor_id: string | null;
  actor_name: string;
  /** The actor's company; null for the operator's users or an unknown actor. */
  actor_company_id: string | null;
  channel: ActivityChannel;
  address: string | null;
  /**
   * The company that the entry is about. IDs and names are as of that time, and are kept when the
   * records are deleted.
   */
  company_id: string | null;
  company: string | null;
  location_id: string | null;
  /** The `flags.id` of the flag that the entry is about. */
  flag_id: string | null;
  subject: string | null;
  detail: Json<ActivityDetail>;
  /** The `uniqueKey` of all text that can be searched. */
  search: string;
  /** The ID that the client chose for the command. It is not unique. */
  command_id: string | null;
  /**
   * When the realtime database received the command. In old entries, the time that the client
   * claimed.
   */
  command_at: Time | null;
  /** Distinguishes commands by the same actor to the same flag in the same millisecond. */
  command_seq: number | null;
}

/** The origin of a command that the API wrote. Kept until the command's outcome is known. */
export interface CommandOriginTable {
  /** The id of the command. */
  id: string;
  /** The caller, stored in the command as `command.by`. */
  actor_id: string;
  channel: ActivityChannel;
  address: string | null;
  created_at: Time;
}
