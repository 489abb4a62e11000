import type { Authority, OrderKind } from '../../halfStaff/orders/order.ts';
import { addDays, type CivilDate } from '../../time/civilDate.ts';
import { amendmentOf } from './clauses/changes/amendments.ts';
import { type OrderState, stateOfOrder } from './clauses/changes/orderState.ts';
import { type Document, documentOf } from './clauses/document/document.ts';
import type { OrderGroup } from './clauses/drafts/draft.ts';
import { contradictsDuration } from './clauses/drafts/durations.ts';
import { daysFromDeath } from './clauses/period/daysFromDeath.ts';
import { NOTHING, type Period, periodOf } from './clauses/period/period.ts';
import { collectOrders } from './orders/collectOrders.ts';
import type { Found, OrderReading, ReadScope } from './reading.ts';
import type { Sentence } from './sentences/sentences.ts';

/**
 * Extracts the half-staff orders from a document, such as a proclamation, a press release, an
 * email, a web page or a PDF. Returns only what the document states; a field in doubt is null.
 * Returns an empty list if the document contains no order.
 * @param text the pasted text, to which the returned offsets refer
 * @param context.readOn the date of reading, used only to decide whether an order is past
 * @param context.publishedOn the date when the source published the text; null if unknown. Used to
 * find the year of a date that has a weekday but no year
 */
export function readOrders(
  text: string,
  { readOn, publishedOn = null }: { readOn: CivilDate; publishedOn?: CivilDate | null },
): OrderReading[] {
  // Every order mentions flags, so this check rules out most other documents early.
  if (!/flag|half-staff|bandera/i.test(text) && !/f[^a-z]{0,8}l|ﬂ|&#|[\uD835\uFF46]/i.test(text))
    return [];
  const document = documentOf(text, { publishedOn });
  if (document === null) return [];
  const readings = readingsOf(document, readOn);
  if (readings.length > 1 || readings.some(isWhole)) return readings;
  // The rows of a form may state what no sentence does.
  const form = documentOf(text, { publishedOn, hasRows: true });
  if (form === null) return readings;
  const rows = readingsOf(form, readOn);
  const hasPeriod = rows.length === 1 && (rows.every(isWhole) || addsPeriod(readings, rows));
  return readings.length === 0 || hasPeriod ? rows : readings;
}

const readingsOf = (document: Document, readOn: CivilDate): OrderReading[] =>
  collectOrders(document)
    .filter((group) => stateOfOrder(document, group)?.value !== 'void')
    .map((group) => readingOf(document, group, readOn));

/**
 * Whether the rows of a form state the start and end of each order while the rest of the text
 * states no end.
 */
const addsPeriod = (readings: readonly OrderReading[], rows: readonly OrderReading[]): boolean =>
  readings.every(({ ends }) => ends === null) &&
  rows.every(({ starts, ends }) => starts !== null && ends !== null);

/** Whether an order has an end (possibly an open one) and a start other than "immediately". */
const isWhole = ({ starts, ends }: OrderReading): boolean =>
  starts !== null && ends !== null && starts.value.kind !== 'immediately';

function readingOf(document: Document, group: OrderGroup, readOn: CivilDate): OrderReading {
  const found = <T>(value: T, sentence: Sentence): Found<T> => ({
    value,
    ...document.sourceOf(sentence),
  });
  const state = stateOfOrder(document, group);
  const amends: ReturnType<typeof amendmentOf> =
    state?.value === 'cancelled'
      ? { value: 'cancels', sentence: state.sentence }
      : amendmentOf(document, group);
  const issued = new Set(document.issued.map(({ date }) => date));
  const [issue] = document.issued;
  const issuedOn = issue && issued.size === 1 ? issue : null;
  const stated = amendedPeriod(group, amends?.value ?? null, issuedOn?.date ?? null);
  const period = settledPeriod(withDaysFromDeath(document, group, stated), state?.value ?? null);
  const { starts, ends } = contradictsDuration(document, group, period) ? NOTHING : period;
  const end = ends?.value;
  const { authority, scope, narrower, reason } = group;
  return {
    kind: group.kind && found<OrderKind>(group.kind.value, group.kind.sentence),
    authority: authority && found<Authority>(authority.value, authority.sentence),
    scope: scope && found<ReadScope>(scope.value, scope.sentence),
    narrower: narrower && found(document.textOf(narrower.from, narrower.to), narrower.sentence),
    starts: starts && found(starts.value, starts.sentence),
    ends: ends && found(ends.value, ends.sentence),
    reason: reason && found(document.textOf(reason.from, reason.to), reason.sentence),
    issuedOn: issuedOn && found(issuedOn.date, issuedOn.sentence),
    exceptions: group.exceptions.map((sentence) =>
      found(document.textOf(sentence.from, sentence.to), sentence),
    ),
    amends: amends && found(amends.value, amends.sentence),
    past: end !== undefined && 'date' in end && end.date < readOn,
  };
}

/**
 * Clears the days of an order if they have not been set yet, or if it is in doubt whether the order
 * is in effect.
 */
function settledPeriod(period: Period, state: OrderState | null): Period {
  if (state === 'suspended') return NOTHING;
  if (state !== 'undated') return period;
  const { starts, ends } = period;
  return {
    starts: starts && 'date' in starts.value ? null : starts,
    ends: ends && 'date' in ends.value ? null : ends,
  };
}

/**
 * Returns the period of an order that may change an earlier one. If the order cancels the earlier
 * one, the start and end are null.
 */
function amendedPeriod(group: OrderGroup, amends: string | null, issued: CivilDate | null): Period {
  if (amends === 'cancels') return { starts: null, ends: null };
  const period = periodOf(group.evidence, { isCurrent: group.isCurrent, issued });
  // A new end does not mean that the order starts immediately; the start is empty unless the text
  // states one, or says that flags remain at half-staff until the new end.
  const isStated =
    (amends !== 'ends-early' && group.endsEarly === null) ||
    period.starts?.value.kind !== 'immediately' ||
    (period.ends !== null && group.stays.includes(period.ends.sentence));
  return isStated ? period : { starts: null, ends: period.ends };
}

/**
 * Calculates an order's end from "for a period of 30 days from the day of his death", if the text
 * states exactly one date of death.
 */
function withDaysFromDeath(document: Document, group: OrderGroup, period: Period): Period {
  if (period.ends || group.authority?.value !== 'president') return period;
  for (const sentence of group.sentences) {
    const days = daysFromDeath(document.tokens, sentence);
    const death = days === null ? null : document.dayOfDeath();
    if (days === null || death === null) continue;
    return {
      starts: period.starts ?? { value: { kind: 'immediately' }, sentence },
      ends: { value: { kind: 'sunset', date: addDays(death, days) }, sentence },
    };
  }
  return period;
}
