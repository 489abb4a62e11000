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

/** Append-only: only `activity/` writes it and removes old entries. */
export interface ActivityTable {
  /** In the order in which entries were made. */
  id: Generated<number>;
  at: Time;
  category: ActivityCategory;
  kind: ActivityKind;
  outcome: ActivityOutcome;
  actor_kind: ActorKind;
  /** The `users.id` or another id at the time; null for an unknown actor. */
  actor_id: string | null;
  actor_name: string;
  /** The actor's company; null for the operator, or none. */
  actor_company_id: string | null;
  channel: ActivityChannel;
  address: string | null;
  /** Ids and names at the time, kept when the records that they name are deleted. */
  company_id: string | null;
  company: string | null;
  location_id: string | null;
  /** A `flags.id`. */
  flag_id: string | null;
  subject: string | null;
  detail: Json<ActivityDetail>;
  /** The `uniqueKey` of the words that a search covers. */
  search: string;
  /** For a command, the id that its client chose, which identifies nothing. */
  command_id: string | null;
  /**
   * When the realtime database received the command; in old entries, the time its client stated.
   */
  command_at: Time | null;
  /** Distinguishes commands that one actor issued to one flag within the same millisecond. */
  command_seq: number | null;
}

/** The origin of a command that the API wrote, kept until its outcome is known. */
export interface CommandOriginTable {
  /** The command's id. */
  id: string;
  /** The caller: `command.by`. */
  actor_id: string;
  channel: ActivityChannel;
  address: string | null;
  created_at: Time;
}
