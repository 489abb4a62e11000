import { t } from '@halyard/messages';
import { z } from 'zod';
import { required } from '../../fields.ts';
import { NAME_REQUIRED, NUMBER_OF_DAYS_REQUIRED } from '../../fieldTexts.ts';
import { addDays, type CivilDate, dayNumberOf, localDate } from '../../time/civilDate.ts';
import {
  clockTime,
  type Order,
  type OrderScope,
  type OrderTerms,
  orderFields,
  orderScope,
} from './order.ts';

/**
 * The placeholder for the name in a template's reason. An order that still contains this
 * placeholder cannot be saved.
 */
export const NAME_BLANK = '___';
export const FILL_IN_BLANK = t`Replace ___ with the name.`;

/** Number of days from the first to the last date of an order; 0 if they are the same. */
const days = z.number(NUMBER_OF_DAYS_REQUIRED).int().min(0).max(1000);

/** The terms of an order without its dates. */
export const templateTerms = z.object({
  kind: orderFields.shape.kind,
  authority: orderFields.shape.authority,
  /** The reason for an order, with a placeholder where the name goes. */
  reason: orderFields.shape.reason,
  scope: orderScope,
  starts: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('immediately') }),
    z.object({ kind: z.literal('sunrise') }),
    z.object({ kind: z.literal('time'), time: clockTime }),
  ]),
  ends: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sunset'), days }),
    z.object({ kind: z.literal('noon'), days }),
    z.object({ kind: z.literal('time'), days, time: clockTime }),
    z.object({ kind: z.literal('open') }),
  ]),
});
export type TemplateTerms = z.infer<typeof templateTerms>;

export const orderTemplateCreate = z.object({
  name: required(NAME_REQUIRED, 80),
  terms: templateTerms,
});
export type OrderTemplateCreate = z.infer<typeof orderTemplateCreate>;

/** A template that a company, or the operator, saved. */
export const orderTemplate = orderTemplateCreate.extend({
  id: z.string(),
  /** The company that saved the template; null if the operator did. */
  companyId: z.string().nullable(),
  createdBy: z.string(),
});
export type OrderTemplate = z.infer<typeof orderTemplate>;

/** A built-in order template. `scope` is only the kind of scope; the user chooses the places. */
export interface BuiltInTemplate extends Omit<TemplateTerms, 'scope'> {
  id: string;
  name: string;
  scope: OrderScope['kind'];
}

const untilSunset = {
  starts: { kind: 'sunrise' },
  ends: { kind: 'sunset', days: 0 },
} as const;

/** The built-in order templates (4 U.S.C. 7(m)). */
export const BUILT_IN_TEMPLATES: readonly BuiltInTemplate[] = [
  {
    id: 'firefighter',
    name: t`Local firefighter`,
    kind: 'half',
    authority: 'city',
    reason: t`In memory of firefighter ___`,
    scope: 'locations',
    ...untilSunset,
  },
  {
    id: 'police-officer',
    name: t`Local police officer`,
    kind: 'half',
    authority: 'city',
    reason: t`In memory of police officer ___`,
    scope: 'locations',
    ...untilSunset,
  },
  {
    id: 'service-member',
    name: t`Service member`,
    kind: 'half',
    authority: 'governor',
    reason: t`In memory of service member ___`,
    scope: 'states',
    ...untilSunset,
  },
  {
    id: 'state-official',
    name: t`State official`,
    kind: 'half',
    authority: 'governor',
    reason: t`Death of ___`,
    scope: 'states',
    starts: { kind: 'immediately' },
    ends: { kind: 'open' },
  },
];

/** Converts an order's terms to the terms of a template. */
export function templateOf(order: Order): TemplateTerms {
  const { kind, authority, reason, scope, starts, ends } = order;
  const from = 'date' in starts ? starts.date : localDate(order.approvedAt ?? order.issuedAt);
  const length = 'date' in ends ? dayNumberOf(ends.date) - dayNumberOf(from) : 0;
  const days = Math.min(Math.max(length, 0), 1000);
  return {
    ...{ kind, authority, reason },
    scope: scope as OrderScope,
    starts: starts.kind === 'time' ? { kind: 'time', time: starts.time } : { kind: starts.kind },
    ends:
      ends.kind === 'open'
        ? ends
        : ends.kind === 'time'
          ? { kind: 'time', days, time: ends.time }
          : { kind: ends.kind, days },
  };
}

/**
 * Returns the start and end of an order that is created from a template.
 * @param today the date when it starts
 */
export function templateTimes(
  { starts, ends }: Pick<TemplateTerms, 'starts' | 'ends'>,
  today: CivilDate,
): Pick<OrderTerms, 'starts' | 'ends'> {
  const end = (days: number) => ({ date: addDays(today, days) });
  return {
    starts: starts.kind === 'immediately' ? starts : { ...starts, date: today },
    ends:
      ends.kind === 'open'
        ? ends
        : ends.kind === 'time'
          ? { kind: 'time', ...end(ends.days), time: ends.time }
          : { kind: ends.kind, ...end(ends.days) },
  };
}
