import type {
  Authority,
  OrderEnd,
  OrderKind,
  OrderScope,
  OrderStart,
} from '../../halfStaff/orders/order.ts';
import type { CivilDate } from '../../time/civilDate.ts';

/** A value, and the position of the sentence that states it: UTF-16 offsets in the parsed text. */
export interface Found<T> {
  value: T;
  start: number;
  end: number;
}

/** The scopes that a document can state: the whole country, or certain states. */
export type ReadScope = Extract<OrderScope, { kind: 'all' } | { kind: 'states' }>;

/** How a document changes an earlier order. */
export const AMENDMENTS = ['extends', 'ends-early', 'corrects', 'cancels'] as const;
export type Amendment = (typeof AMENDMENTS)[number];

/** A draft order. Fields that the text does not state are null and must be filled in by a user. */
export interface OrderReading {
  kind: Found<OrderKind> | null;
  authority: Found<Authority> | null;
  scope: Found<ReadScope> | null;
  /**
   * The place that the order is limited to if it covers only part of a state, such as a county, city,
   * building or agency; null otherwise.
   */
  narrower: Found<string> | null;
  starts: Found<OrderStart> | null;
  ends: Found<OrderEnd> | null;
  reason: Found<string> | null;
  /** The date when the order was signed or announced. */
  issuedOn: Found<CivilDate> | null;
  /**
   * The sentences that exclude a day or a place from the order, such as a full-staff day within the
   * period.
   */
  exceptions: Found<string>[];
  amends: Found<Amendment> | null;
  /** Whether the order ended before the day on which the document was read. */
  past: boolean;
}
