import {
  type Authority,
  COMPANY_AUTHORITIES,
  isOperator,
  type OrderReading,
  type OrderTerms,
  partsOf,
  type SessionUser,
} from '@halyard/domain';
import { emptyScope } from '../data/emptyScope.ts';

/** A document's text, and the order in it; `order` is null if the text contains none. */
export interface Reading {
  text: string;
  sourceUrl: string | null;
  order: OrderReading | null;
}

/** A field of the order form whose value a document can state. */
export type ReadField = 'kind' | 'authority' | 'reason' | 'issuedAt' | 'scope' | 'starts' | 'ends';
export const READ_FIELDS: readonly ReadField[] = [
  'kind',
  'authority',
  'reason',
  'issuedAt',
  'scope',
  'starts',
  'ends',
];

const REASON_MAX = 500;

/** The value of a field for which nothing has been chosen yet. Validation rejects it. */
type Unchosen<Value> = Value extends string ? '' : { kind: '' };

/** The values of the order form. Fields in `ChosenField` may still be empty. */
export type ReadValues = Omit<OrderTerms, ChosenField | 'issuedAt'> & {
  [Field in ChosenField]: OrderTerms[Field] | Unchosen<OrderTerms[Field]>;
} & { issuedAt: number | undefined };
type ChosenField = 'kind' | 'authority' | 'scope' | 'starts' | 'ends';

const NOTHING = { kind: '' } as const;

/** Returns the initial values of the order form. Fields that the text does not state are empty. */
export function readingValues({ sourceUrl, order }: Reading, user: SessionUser): ReadValues {
  const isOwn = !isOperator(user.role);
  return {
    kind: order?.kind?.value ?? '',
    authority: authorityIn(order, isOwn) ?? '',
    reason: order?.reason?.value.replaceAll(/\s+/g, ' ').trim().slice(0, REASON_MAX) ?? '',
    issuedAt: order?.issuedOn ? localNoon(order.issuedOn.value) : undefined,
    sourceUrl,
    scope: isOwn ? emptyScope('companies', user) : (order?.scope?.value ?? NOTHING),
    starts: order?.starts?.value ?? NOTHING,
    ends: order?.ends?.value ?? NOTHING,
  };
}

/**
 * Returns the authority that the text states. If the user belongs to a company, and only the
 * operator may record orders of that authority, returns `company` instead.
 */
function authorityIn(order: OrderReading | null, isOwn: boolean): Authority | undefined {
  const stated = order?.authority?.value;
  const isOperators = stated !== undefined && !COMPANY_AUTHORITIES.includes(stated);
  return isOwn && isOperators ? 'company' : stated;
}

/** A range of characters in the text of an order. */
export interface TextRange {
  start: number;
  end: number;
}

/**
 * Returns the range of the text that states each field's value; null for a field that the text does
 * not state.
 */
export function rangesOf(order: OrderReading | null): Record<ReadField, TextRange | null> {
  return {
    kind: order?.kind ?? null,
    authority: order?.authority ?? null,
    reason: order?.reason ?? null,
    issuedAt: order?.issuedOn ?? null,
    scope: order?.scope ?? null,
    starts: order?.starts ?? null,
    ends: order?.ends ?? null,
  };
}

/** Returns whether the user still has to fill in a field. */
export function isEmptyValue(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value !== 'object' || value === null) return value === undefined || value === null;
  return 'kind' in value && value.kind === '';
}

/** Returns noon on a date in the browser's time zone, in epoch milliseconds. */
export function localNoon(date: string): number {
  const [year, month, day] = partsOf(date);
  return new Date(year, month - 1, day, 12).getTime();
}

/** Maximum length of the quote below a field, in characters. */
const QUOTE_MAX = 160;

/** Returns a sentence as one line, shortened at a word boundary. */
export function quoteOf(text: string, { start, end }: TextRange): string {
  const sentence = text.slice(start, end).replaceAll(/\s+/g, ' ').trim();
  if (sentence.length <= QUOTE_MAX) return sentence;
  const cut = sentence.slice(0, QUOTE_MAX);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), QUOTE_MAX / 2)).trimEnd()}…`;
}

/** A piece of an order's text, and the fields whose values it states. */
export interface Segment {
  text: string;
  fields: readonly ReadField[];
}

/**
 * Splits the text of an order at the start and end of each sentence that states a field's value.
 */
export function segmentsOf(text: string, order: OrderReading | null): Segment[] {
  const ranges = rangesOf(order);
  const stated = READ_FIELDS.flatMap((field) => {
    const range = ranges[field];
    return range ? [{ field, ...range }] : [];
  });
  const cuts = [...new Set([0, text.length, ...stated.flatMap(({ start, end }) => [start, end])])];
  cuts.sort((a, b) => a - b);
  return cuts.slice(1).map((to, at) => {
    const from = cuts[at] ?? 0;
    return {
      text: text.slice(from, to),
      fields: stated
        .filter(({ start, end }) => start <= from && to <= end)
        .map(({ field }) => field),
    };
  });
}
