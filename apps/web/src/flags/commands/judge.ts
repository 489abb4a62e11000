import {
  type Flag,
  type FlagRecord,
  openCommand,
  POSITION_SWITCHES,
  type SwitchField,
  sentAt,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { FlagState } from '@/lib/realtime/flagStore.ts';
import { lastSeenText } from '../texts/lastSeen.ts';
import { lockText } from '../texts/lockTexts.ts';

/** The fields of a flag that a mass move needs. */
export type BulkFlag = Pick<
  Flag,
  'id' | 'flagId' | 'firebaseUserId' | 'companyId' | 'name' | 'company' | 'location'
>;

/** What a mass move requests of one pole, and the outcome of its command. */
export interface BulkItem {
  flag: BulkFlag;
  /** The switch that the command turns on or off. `on` is the state that the pole should report. */
  field: SwitchField;
  on: boolean;
  /**
   * The state of the command. `sending`: being sent. `sent`: saved with this ID. `refused`: not
   * saved, with the reason and whether a retry can help. `not-asked`: not sent because the pole was
   * offline or locked.
   */
  command:
    | { stage: 'sending' }
    | { stage: 'not-asked' }
    | { stage: 'sent'; id: string }
    | { stage: 'refused'; problem: string; canRetry: boolean };
}

/** The reason why retrying a failed move of a pole would not help now. */
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
  /**
   * The pole did not do what was requested. `hindrance` says why a retry would not help now; null
   * if a retry may help.
   */
  | { kind: 'failed'; text: string; hindrance: Hindrance | null };

const WAITING: MoveVerdict = { kind: 'waiting' };
const FOLLOWED: MoveVerdict = { kind: 'followed' };
const failed = (text: string, hindrance: Hindrance | null = null): MoveVerdict => ({
  kind: 'failed',
  text,
  hindrance,
});

/**
 * Decides from the pole's own report whether it did what was requested, and if not, why.
 * @param state undefined if the flag is no longer in any list
 * @param now epoch milliseconds by the server's clock
 */
export function judge(item: BulkItem, state: FlagState | undefined, now: number): MoveVerdict {
  const { command, field, on } = item;
  if (command.stage === 'sending') return WAITING;
  if (!state) return failed(t`No longer in your list`, 'no longer in your list');
  const { record, view } = state;
  const isAway = !view.isOnline;
  const away = () => {
    const lastSeen = lastSeenText(view.lastSeen, now);
    return failed(t`Offline, ${lastSeen}`, 'offline');
  };
  // A report from before the pole went offline is not a response.
  if (isAway && command.stage === 'not-asked') return away();
  if (command.stage === 'refused' && !command.canRetry) return failed(command.problem, 'refused');
  if (record.reported[field] === on) return FOLLOWED;
  if (view.lock) return failed(lockText(view.lock), 'locked');
  if (isAway) return away();
  if (command.stage === 'refused') return failed(command.problem);
  if (command.stage === 'not-asked') return failed(t`Was offline or locked; ready to retry`);
  return judgeSent(item, record, command.id, now);
}

function judgeSent(item: BulkItem, record: FlagRecord, id: string, now: number): MoveVerdict {
  const { field, on } = item;
  const report = said(record, item);
  if (!isWanted(record, field, on)) {
    const isOthers = record.command !== null && record.command.id !== id;
    // Somebody has since sent a different command, which a retry must not undo.
    if (isOthers) return failed(t`Replaced by a newer command; ${report}`, 'with a newer command');
    return failed(capitalised(report));
  }
  if (record.reported[field] === undefined)
    return failed(t`Sent; the pole gives no feedback`, 'without feedback');
  const open = openCommand(record);
  if (!open) return failed(capitalised(report));
  const { moveTimeout } = record;
  if (now - sentAt(open) < moveTimeout * 1000) return WAITING;
  return failed(t`Not confirmed after ${moveTimeout} sec; ${report}`);
}

/**
 * Returns whether the requested state is still the pole's desired state. If the server moves the
 * pole in steps, the final position is compared.
 */
function isWanted(record: FlagRecord, field: SwitchField, on: boolean): boolean {
  const goal = openCommand(record)?.goal;
  if (goal !== undefined && field !== 'lamp') return POSITION_SWITCHES[goal] === field;
  return (record.desired[field] ?? false) === on;
}

const REPORTS = {
  flagUp: t({ message: 'reports Up', context: 'the pole …' }),
  flagDown: t({ message: 'reports Down', context: 'the pole …' }),
  flagHalf: t({ message: 'reports Half', context: 'the pole …' }),
  lampOn: t({ message: 'reports that the lamp is on', context: 'the pole …' }),
  lampOff: t({ message: 'reports that the lamp is off', context: 'the pole …' }),
  none: t({ message: 'reports no position', context: 'the pole …' }),
};

/** Describes the position or lamp state that the pole reports: "reports Down". */
function said({ reported }: FlagRecord, { field }: BulkItem): string {
  if (field === 'lamp') return reported.lamp ? REPORTS.lampOn : REPORTS.lampOff;
  const on = (['flagUp', 'flagDown', 'flagHalf'] as const).find((name) => reported[name]);
  return REPORTS[on ?? 'none'];
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
