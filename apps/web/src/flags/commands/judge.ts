import {
  type Flag,
  type FlagRecord,
  openCommand,
  POSITION_SWITCHES,
  type SwitchField,
  sentAt,
} from '@halyard/domain';
import type { FlagState } from '@/lib/realtime/flagStore.ts';
import { lastSeenText } from '../texts/lastSeen.ts';
import { lockText } from '../texts/lockTexts.ts';

/** The fields of a flag that a bulk action needs. */
export type BulkFlag = Pick<
  Flag,
  'id' | 'flagId' | 'firebaseUserId' | 'companyId' | 'name' | 'company' | 'location'
>;

/** What a bulk action requests of one pole, and the outcome of its command. */
export interface BulkItem {
  flag: BulkFlag;
  /** The switch that the pole should report, and its value. */
  field: SwitchField;
  on: boolean;
  /**
   * `sending`: on its way. `sent`: saved under that id. `refused`: not saved, with the reason and
   * whether a retry can help. `not-asked`: the pole was offline or locked at the time.
   */
  command:
    | { stage: 'sending' }
    | { stage: 'not-asked' }
    | { stage: 'sent'; id: string }
    | { stage: 'refused'; problem: string; canRetry: boolean };
}

/** Why a pole cannot be retried, as in "2 offline". */
export type Hindrance =
  | 'offline'
  | 'locked'
  | 'refused'
  | 'with a newer command'
  | 'without feedback'
  | 'no longer in your list';

export type MoveVerdict =
  | { kind: 'followed' }
  | { kind: 'waiting' }
  /** `hindrance`: why a new command cannot help the pole now; null if it can. */
  | { kind: 'failed'; text: string; hindrance: Hindrance | null };

const WAITING: MoveVerdict = { kind: 'waiting' };
const FOLLOWED: MoveVerdict = { kind: 'followed' };
const failed = (text: string, hindrance: Hindrance | null = null): MoveVerdict => ({
  kind: 'failed',
  text,
  hindrance,
});

/**
 * Decides only from the pole's own report whether it did what was requested, and if not, why.
 * @param state undefined if the flag is no longer in any list
 * @param now epoch milliseconds by the server's clock
 */
export function judge(item: BulkItem, state: FlagState | undefined, now: number): MoveVerdict {
  const { command, field, on } = item;
  if (command.stage === 'sending') return WAITING;
  if (!state) return failed('No longer in your list', 'no longer in your list');
  const { record, view } = state;
  const isAway = !view.isOnline;
  const away = () => failed(`Offline, ${lastSeenText(view.lastSeen, now)}`, 'offline');
  // A report from before the pole went offline is not an answer.
  if (isAway && command.stage === 'not-asked') return away();
  if (command.stage === 'refused' && !command.canRetry) return failed(command.problem, 'refused');
  if (record.reported[field] === on) return FOLLOWED;
  if (view.lock) return failed(lockText(view.lock), 'locked');
  if (isAway) return away();
  if (command.stage === 'refused') return failed(command.problem);
  if (command.stage === 'not-asked') return failed('Was offline or locked; can be retried now');
  return judgeSent(item, record, command.id, now);
}

function judgeSent(item: BulkItem, record: FlagRecord, id: string, now: number): MoveVerdict {
  const { field, on } = item;
  if (!isWanted(record, field, on)) {
    const isOthers = record.command !== null && record.command.id !== id;
    // Somebody has commanded something else since, and a retry must not undo that.
    if (isOthers)
      return failed(`Replaced by a newer command; ${said(record, item)}`, 'with a newer command');
    return failed(capitalised(said(record, item)));
  }
  if (record.reported[field] === undefined)
    return failed('Sent; the pole gives no feedback', 'without feedback');
  const open = openCommand(record);
  if (!open) return failed(capitalised(said(record, item)));
  if (now - sentAt(open) < record.moveTimeout * 1000) return WAITING;
  return failed(`Not confirmed after ${record.moveTimeout} s; ${said(record, item)}`);
}

/**
 * Whether the pole should still end up as requested. A pole that the server steps is on its way if
 * its command's goal matches.
 */
function isWanted(record: FlagRecord, field: SwitchField, on: boolean): boolean {
  const goal = openCommand(record)?.goal;
  if (goal !== undefined && field !== 'lamp') return POSITION_SWITCHES[goal] === field;
  return (record.desired[field] ?? false) === on;
}

const POSITIONS = { flagUp: 'Up', flagDown: 'Down', flagHalf: 'Half' } as const;

/** What the pole reports about the requested switch: "reports Down". */
function said({ reported }: FlagRecord, { field }: BulkItem): string {
  if (field === 'lamp') return `reports the lamp ${reported.lamp ? 'on' : 'off'}`;
  const on = (['flagUp', 'flagDown', 'flagHalf'] as const).find((name) => reported[name]);
  return on ? `reports ${POSITIONS[on]}` : 'reports no position';
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
