import type { OwnDayRule } from '@halyard/domain';
import { t } from '@lingui/core/macro';

export const MONTHS: readonly string[] = [
  t`January`,
  t`February`,
  t`March`,
  t`April`,
  t({ message: 'May', context: 'month' }),
  t`June`,
  t`July`,
  t`August`,
  t`September`,
  t`October`,
  t`November`,
  t`December`,
];

export const WEEKDAYS: readonly string[] = [
  t`Sunday`,
  t`Monday`,
  t`Tuesday`,
  t`Wednesday`,
  t`Thursday`,
  t`Friday`,
  t`Saturday`,
];

/**
 * Describes the date of a custom day: "Every year on May 15" or "Every year on the last Monday of
 * May".
 */
export function ruleText(rule: OwnDayRule): string {
  const month = MONTHS[rule.month - 1] ?? '';
  if (rule.kind === 'date') return t`Every year on ${{ month }} ${{ day: rule.day }}`;
  const weekday = WEEKDAYS[rule.weekday] ?? '';
  switch (rule.week) {
    case '1':
      return t`Every year on the first ${{ weekday }} of ${{ month }}`;
    case '2':
      return t`Every year on the second ${{ weekday }} of ${{ month }}`;
    case '3':
      return t`Every year on the third ${{ weekday }} of ${{ month }}`;
    case '4':
      return t`Every year on the fourth ${{ weekday }} of ${{ month }}`;
    case 'last':
      return t`Every year on the last ${{ weekday }} of ${{ month }}`;
  }
}
