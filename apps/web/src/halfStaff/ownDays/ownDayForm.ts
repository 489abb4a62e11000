import {
  isOperator,
  ORDER_KINDS,
  type OrderScope,
  OWN_DAY_WEEKS,
  type OwnDay,
  ownDayTerms,
  type SessionUser,
} from '@halyard/domain';
import { z } from 'zod';
import { emptyScope } from '../data/emptyScope.ts';

/** The values of the form for a custom day, all as strings. */
export const ownDayForm = z
  .object({
    name: z.string(),
    kind: z.enum(ORDER_KINDS),
    scope: z.custom<OrderScope>(),
    rule: z
      .object({
        kind: z.enum(['date', 'weekday']),
        month: z.string(),
        day: z.string(),
        week: z.enum(OWN_DAY_WEEKS),
        weekday: z.string(),
      })
      .transform(({ kind, month, day, week, weekday }) =>
        kind === 'date'
          ? { kind, month: Number(month), day: Number(day) }
          : { kind, month: Number(month), week, weekday: Number(weekday) },
      ),
  })
  .pipe(ownDayTerms);
export type OwnDayInput = z.input<typeof ownDayForm>;

/** Returns the initial values of the form for a custom day. */
export function ownDayInput(day: OwnDay | null, user: SessionUser, today: Date): OwnDayInput {
  const rule = {
    kind: 'date' as const,
    month: String(today.getMonth() + 1),
    day: String(today.getDate()),
    week: '1' as const,
    weekday: '1',
  };
  if (day === null)
    return {
      name: '',
      kind: 'half',
      scope: emptyScope(isOperator(user.role) ? 'all' : 'companies', user),
      rule,
    };
  const { name, kind, scope, rule: present } = day;
  const month = String(present.month);
  return {
    name,
    kind,
    scope,
    rule:
      present.kind === 'date'
        ? { ...rule, month, day: String(present.day) }
        : { ...rule, ...present, month, weekday: String(present.weekday) },
  };
}
