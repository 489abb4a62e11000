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
 * An entry of the activity log. The table is append-only: only `activity/` writes it and removes
 * old entries.
 */
export interface ActivityTable {
  /** Ascending in the order in which entries were made. */
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
   * The company of the event. Ids and names are those at the time and remain when the records are
   * deleted.
   */
  company_id: string | null;
  company: string | null;
  location_id: string | null;
  /** The flag of the event, as its `flags.id`. */
  flag_id: string | null;
  subject: string | null;
  detail: Json<ActivityDetail>;
  /** The `uniqueKey` of all text that a search covers. */
  search: string;
  /** The id that the client chose for the command. It is not unique. */
  command_id: string | null;
  /**
   * When the realtime database received the command. In old entries, the time that its client
   * stated.
   */
  command_at: Time | null;
  /** Distinguishes commands that one actor issued to one flag within the same millisecond. */
  command_seq: number | null;
}

/** The origin of a command that the API wrote, kept until its outcome is known. */
export interface CommandOriginTable {
  /** The id of the command. */
  id: string;
  /** The caller, stored as `command.by`. */
  actor_id: string;
  channel: ActivityChannel;
  address: string | null;
  created_at: Time;
}
