import { t } from '@halyard/messages';
import { z } from 'zod';
import { required } from '../../fields.ts';
import { NAME_REQUIRED } from '../../fieldTexts.ts';
import {
  type CivilDate,
  civilDate,
  lastWeekday,
  nthWeekday,
  partsOf,
} from '../../time/civilDate.ts';
import { KIND_REQUIRED, ORDER_KINDS, type OrderTerms, orderScope } from './order.ts';

/**
 * The weeks of a month that the rule of a custom day can refer to: the first to fourth, or the
 * last. For example, Memorial Day is on the last Monday of May.
 */
export const OWN_DAY_WEEKS = ['1', '2', '3', '4', 'last'] as const;

const month = z.number(t`Month is required`).int().min(1).max(12);

export const DAY_REQUIRED = t`Day is required`;
const NOT_IN_MONTH = t`This month doesn’t have that many days.`;

/**
 * The rule for the date of a custom day in each year. A custom day on February 29 moves to February
 * 28 in non-leap years.
 */
export const ownDayRule = z.discriminatedUnion(
  'kind',
  [
    z
      .object({
        kind: z.literal('date'),
        month,
        day: z.number(DAY_REQUIRED).int(DAY_REQUIRED).min(1, DAY_REQUIRED).max(31, NOT_IN_MONTH),
      })
      .refine(({ month: ofYear, day }) => partsOf(civilDate(2000, ofYear, day))[1] === ofYear, {
        error: NOT_IN_MONTH,
        path: ['day'],
      }),
    z.object({
      kind: z.literal('weekday'),
      month,
      /** The day of the week; 0 is Sunday. */
      weekday: z.number(t`Weekday is required`).int().min(0).max(6),
      week: z.enum(OWN_DAY_WEEKS, t`Choose which week.`),
    }),
  ],
  t`Choose when the custom day is.`,
);
export type OwnDayRule = z.infer<typeof ownDayRule>;

/**
 * The terms of a custom day: a day on which poles are at half-staff (or at full staff, as an
 * exception) every year.
 */
export const ownDayTerms = z.object({
  name: required(NAME_REQUIRED),
  kind: z.enum(ORDER_KINDS, KIND_REQUIRED),
  scope: orderScope,
  rule: ownDayRule,
});
export type OwnDayTerms = z.infer<typeof ownDayTerms>;

/** A custom day as it is stored and shown. */
export const ownDay = ownDayTerms.extend({
  id: z.string(),
  /** The company that recorded the custom day; null if the operator did. */
  companyId: z.string().nullable(),
  /**
   * The username of the last user who saved the custom day. The day's orders are approved in that
   * user's name.
   */
  savedBy: z.string(),
  savedAt: z.number(),
  /** The custom day's order that is in effect or comes next; null if that order was canceled. */
  next: z.object({ date: z.iso.date(), orderId: z.string() }).nullable(),
});
export type OwnDay = z.infer<typeof ownDay>;

/** Returns the date of a custom day in a year. */
export function ownDayDate(rule: OwnDayRule, year: number): CivilDate {
  if (rule.kind === 'weekday')
    return rule.week === 'last'
      ? lastWeekday(year, rule.month, rule.weekday)
      : nthWeekday(year, rule.month, rule.weekday, Number(rule.week));
  const date = civilDate(year, rule.month, rule.day);
  return partsOf(date)[1] === rule.month ? date : civilDate(year, rule.month, rule.day - 1);
}

/** Returns the first date of a custom day on or after a given date. */
export function nextOwnDayDate(rule: OwnDayRule, from: CivilDate): CivilDate {
  const [year] = partsOf(from);
  const date = ownDayDate(rule, year);
  return date >= from ? date : ownDayDate(rule, year + 1);
}

/**
 * Returns the terms of a custom day's order for one date. The authority is the company.
 * @param issuedAt epoch milliseconds
 */
export const ownDayOrder = (
  { name, kind, scope }: Pick<OwnDayTerms, 'name' | 'kind' | 'scope'>,
  date: CivilDate,
  issuedAt: number,
): OrderTerms => ({
  authority: 'company',
  kind,
  reason: name,
  sourceUrl: null,
  issuedAt,
  scope,
  starts: { kind: 'sunrise', date },
  ends: { kind: 'sunset', date },
});
