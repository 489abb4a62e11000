import { t } from '@halyard/messages';
import { z } from 'zod';
import { id, isPlainText, NOT_PLAIN, requiredLines } from '../../fields.ts';
import {
  NOT_A_WEB_ADDRESS,
  REASON_REQUIRED,
  STATE_REQUIRED,
  WEB_ADDRESS_TOO_LONG,
} from '../../fieldTexts.ts';
import { STATE_CODES } from '../../places/states.ts';

/** The authorities that can issue an order (4 U.S.C. 7(m)). `company` is the owner of the poles. */
export const AUTHORITIES = [
  'president',
  'governor',
  'mayor-dc',
  'county',
  'city',
  'company',
] as const;
export type Authority = (typeof AUTHORITIES)[number];

/**
 * The authorities whose orders a company may record for its own poles. The President's orders apply
 * to everyone, so only the operator records them.
 */
export const COMPANY_AUTHORITIES: readonly Authority[] = AUTHORITIES.filter(
  (authority) => authority !== 'president',
);

/**
 * The kinds of orders. `half` is half-staff; `full` is an exception that keeps flags at full staff
 * during half-staff.
 */
export const ORDER_KINDS = ['half', 'full'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

/** An order's statuses. An amended order is an approved order with a version above 1. */
export const ORDER_STATUSES = ['draft', 'approved', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * Maximum number of companies or locations in one order's scope. Prevents a form from storing
 * megabytes.
 */
const SCOPE_MAX = 1000;

export const AUTHORITY_REQUIRED = t`Authority is required`;
export const KIND_REQUIRED = t`Kind is required`;
export const ONE_COMPANY_REQUIRED = t`Choose at least one company.`;

const ids = (message: string) => z.array(id, message).min(1, message).max(SCOPE_MAX);
/** The poles that an order applies to. */
export const orderScope = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('all') }),
    z.object({
      kind: z.literal('states'),
      states: z
        .array(z.string().refine((code) => STATE_CODES.includes(code), STATE_REQUIRED))
        .min(1, t`Choose at least one state.`)
        .max(STATE_CODES.length),
    }),
    z.object({ kind: z.literal('companies'), companyIds: ids(ONE_COMPANY_REQUIRED) }),
    z.object({ kind: z.literal('locations'), locationIds: ids(t`Choose at least one location.`) }),
  ],
  t`Choose the poles that the order applies to.`,
);
export type OrderScope = z.infer<typeof orderScope>;

/** A calendar date in a year that the calendar of half-staff days supports. */
export const orderDate = z.iso
  .date(t`Date is required`)
  .refine((date) => date >= '2000' && date < '2200', t`The year must be between 2000 and 2199.`);
/** A time of day as HH:MM. */
export const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, t`Time must be HH:MM, 00:00 to 23:59`);

/**
 * The start of an order. Dates and times are in each pole's time zone. `immediately` means the time
 * when the order is approved.
 */
export const orderStart = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('immediately') }),
    z.object({ kind: z.literal('sunrise'), date: orderDate }),
    z.object({ kind: z.literal('time'), date: orderDate, time: clockTime }),
  ],
  t`Choose when the order starts.`,
);
export type OrderStart = z.infer<typeof orderStart>;

/**
 * The end of an order. `open` means that a later amendment or cancellation ends the order, as in an
 * order "until interment".
 */
export const orderEnd = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('sunset'), date: orderDate }),
    z.object({ kind: z.literal('noon'), date: orderDate }),
    z.object({ kind: z.literal('time'), date: orderDate, time: clockTime }),
    z.object({ kind: z.literal('open') }),
  ],
  t`Choose when the order ends.`,
);
export type OrderEnd = z.infer<typeof orderEnd>;

/** The URL of the published order. */
const sourceUrl = z
  .string()
  .trim()
  .max(2000, WEB_ADDRESS_TOO_LONG)
  .refine(isPlainText, NOT_PLAIN)
  .pipe(z.url({ protocol: /^https?$/, error: NOT_A_WEB_ADDRESS }))
  .nullish()
  .transform((value) => value ?? null);

/** The fields of an order's terms, checked one by one but not against each other. */
export const orderFields = z.object({
  authority: z.enum(AUTHORITIES, AUTHORITY_REQUIRED),
  kind: z.enum(ORDER_KINDS, KIND_REQUIRED),
  reason: requiredLines(REASON_REQUIRED, 500),
  sourceUrl,
  /** The time when the order was issued, in epoch milliseconds. */
  issuedAt: z.number(t`Choose when the order was issued.`).int(),
  scope: orderScope,
  starts: orderStart,
  ends: orderEnd,
});

export const ORDER_ENDS_BEFORE = t`The order must end after it starts.`;

/**
 * The terms of an order as a user enters them, with the checks that both the server and the form
 * use.
 */
export const orderTerms = orderFields.refine(endsAfterStart, {
  error: ORDER_ENDS_BEFORE,
  path: ['ends'],
});
export type OrderTerms = z.infer<typeof orderTerms>;

/**
 * The scope of an order as shown to a user, without places of other companies. It is empty if an
 * amendment removes the user's company from the scope but still needs a second approval.
 */
const shownScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('states'), states: z.array(z.string()) }),
  z.object({ kind: z.literal('companies'), companyIds: z.array(z.string()) }),
  z.object({ kind: z.literal('locations'), locationIds: z.array(z.string()) }),
]);

/** An order as it is stored and shown. */
export const order = z.object({
  ...orderFields.shape,
  scope: shownScope,
  id: z.string(),
  sourceUrl: z.string().nullable(),
  /** The company that recorded the order; null if the operator did. */
  companyId: z.string().nullable(),
  status: z.enum(ORDER_STATUSES),
  /** The version of the order, which starts at 1 and increases by 1 with each amendment. */
  version: z.number().int(),
  /**
   * The order's revision. It increases by 1 with each change, even to a draft. A request to change
   * the order must include the last revision that the user saw.
   */
  revision: z.number().int(),
  /** The creator's username, and the time of creation in epoch milliseconds. */
  createdBy: z.string(),
  createdAt: z.number(),
  /** The user who gave the first approval. Stays the same when the order is amended. */
  approvedBy: z.string().nullable(),
  approvedAt: z.number().nullable(),
  cancelledBy: z.string().nullable(),
  cancelledAt: z.number().nullable(),
  cancelledWhy: z.string().nullable(),
});
export type Order = z.infer<typeof order>;

/**
 * Whether an order's end comes after its start, if that can be determined without knowing the
 * location.
 */
function endsAfterStart({ starts, ends }: { starts: OrderStart; ends: OrderEnd }): boolean {
  if (starts.kind === 'immediately' || ends.kind === 'open') return true;
  if (starts.date !== ends.date) return starts.date < ends.date;
  if (starts.kind === 'sunrise' || ends.kind === 'sunset') return true;
  return starts.time < (ends.kind === 'noon' ? '12:00' : ends.time);
}

/** Whether the order applies to a pole of this company, location and state. */
export function isInOrderScope(
  scope: OrderScope,
  pole: { companyId: string; locationId: string; state: string },
): boolean {
  switch (scope.kind) {
    case 'all':
      return true;
    case 'states':
      return scope.states.includes(pole.state);
    case 'companies':
      return scope.companyIds.includes(pole.companyId);
    case 'locations':
      return scope.locationIds.includes(pole.locationId);
  }
}
