import { t } from '@halyard/messages';

/** The daily schedules for raising and lowering a location's flags, independent of orders. */
export const DAILY_RULES = ['none', 'sunrise-sunset', 'always-up'] as const;
export type DailyRule = (typeof DAILY_RULES)[number];

/** The labels of daily rules for lists and forms. */
export const DAILY_RULE_LABELS: Record<DailyRule, string> = {
  none: t({ message: 'None', context: 'daily rule' }),
  'sunrise-sunset': t`Up from sunrise to sunset, lamp on at night`,
  'always-up': t`Always up, lit at night`,
};
