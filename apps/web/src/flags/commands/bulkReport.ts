import { numberText } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import type { BulkFlag, Hindrance } from './judge.ts';

export interface FailedPole {
  flag: BulkFlag;
  cause: string;
  /** Why retrying the failed commands would not help now; null if it would. */
  hindrance: Hindrance | null;
}

/** The current result of a mass move. */
export interface BulkReport {
  id: number;
  /** The label of the mass move, such as "Half" or "Undo Half". */
  label: string;
  total: number;
  followed: number;
  waiting: number;
  failed: readonly FailedPole[];
  /** Whether the list of failed poles is shown. The list stays while its poles are retried. */
  hasList: boolean;
  /** Whether the server can still undo the mass move. */
  canUndo: boolean;
}

export interface BulkSnapshot {
  /**
   * The results to show, latest first: mass moves with failed poles, the latest mass moves that can
   * be undone, and an Undo that has just ended.
   */
  reports: readonly BulkReport[];
  /** The result of the mass move that ended last, as text for screen readers. */
  announcement: string;
}

export const NOTHING: BulkSnapshot = { reports: [], announcement: '' };

/** Describes the result of a mass move: "Half: 22 of 24 poles confirmed". */
export function followedText({ label, followed, total }: BulkReport): string {
  const some = numberText(followed);
  return t`${label}: ${some} of ${plural(total, { other: '# poles' })} confirmed`;
}

/** Returns whether two snapshots of the mass moves would look the same on screen. */
export function sameSnapshot(a: BulkSnapshot, b: BulkSnapshot): boolean {
  return (
    a.announcement === b.announcement &&
    a.reports.length === b.reports.length &&
    a.reports.every((report, i) => sameReport(report, b.reports[i]!))
  );
}

function sameReport(a: BulkReport, b: BulkReport): boolean {
  return (
    a.id === b.id &&
    a.total === b.total &&
    a.followed === b.followed &&
    a.waiting === b.waiting &&
    a.canUndo === b.canUndo &&
    a.hasList === b.hasList &&
    a.failed.length === b.failed.length &&
    a.failed.every(({ flag, cause, hindrance }, i) => {
      const other = b.failed[i]!;
      return flag === other.flag && cause === other.cause && hindrance === other.hindrance;
    })
  );
}
