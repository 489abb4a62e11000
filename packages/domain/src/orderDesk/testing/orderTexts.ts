import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  AUTHORITIES,
  ORDER_KINDS,
  orderEnd,
  orderScope,
  orderStart,
} from '../../halfStaff/orders/order.ts';

/** The difficulties that a document can contain; texts/README.md explains each kind. */
export const TRAPS = [
  'clear',
  'no-current-order',
  'noon',
  'open-end',
  'repost',
  'stale-page',
  'narrower',
  'protocol',
  'translation',
  'ends-early',
  'extended',
  'corrected',
  'cancelled',
  'two-orders',
  'full-exception',
  'not-ordered',
  'annual-day',
  'not-us-flag',
  'state-flag-only',
  'negation',
  'hypothetical',
  'past-news',
  'fiction',
  'other-dates',
  'bad-date',
  'year-missing',
  'relative-date',
  'date-form',
  'several-states',
  'company',
  'other-authority',
  'injection',
  'hidden-characters',
  'layout',
  'long',
  'hostile',
  'missing-field',
  'state-name',
  'clock-time',
  'look-alike',
] as const;

const repeat = z.strictObject({ text: z.string().min(1), times: z.number().int().positive() });

/**
 * An order as a careful reader would understand it. A field is null if the text does not state it.
 */
export const expectedOrder = z.strictObject({
  kind: z.enum(ORDER_KINDS).nullable(),
  authority: z.enum(AUTHORITIES).nullable(),
  scope: orderScope.nullable(),
  narrower: z.literal(true).optional(),
  starts: orderStart.nullable(),
  ends: orderEnd.nullable(),
  reasonIncludes: z.array(z.string().min(1)),
  past: z.literal(true).optional(),
  amends: z.enum(['extends', 'ends-early', 'corrects', 'cancels']).optional(),
});
export type ExpectedOrder = z.infer<typeof expectedOrder>;

export const orderText = z.strictObject({
  name: z.string().min(1).max(120),
  trap: z.enum(TRAPS),
  source: z.strictObject({
    kind: z.enum(['federal', 'rewritten', 'written']),
    address: z.url({ protocol: /^https?$/ }).nullable(),
  }),
  readOn: z.iso.date(),
  text: z.union([
    z.string().min(1),
    z.array(z.union([z.string().min(1), z.strictObject({ repeat })])).min(1),
  ]),
  clear: z.boolean(),
  orders: z.array(expectedOrder),
});
export type OrderText = z.infer<typeof orderText>;

/**
 * Returns the documents in all JSON files in a folder, or only those whose name begins with `prefix`.
 * @throws if an entry has an invalid format
 */
export function readOrderTexts(folder: URL, prefix = ''): OrderText[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && file.endsWith('.json'))
    .sort()
    .flatMap((file) =>
      z.array(orderText).parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), {
        error: (issue) => `${file}: ${issue.path?.join('.') ?? ''} ${issue.code ?? ''}`,
      }),
    );
}

/** Returns the full text of an entry, with its repeated parts expanded. */
export function wholeText({ text }: OrderText): string {
  if (typeof text === 'string') return text;
  return text
    .map((part) => (typeof part === 'string' ? part : part.repeat.text.repeat(part.repeat.times)))
    .join('');
}
