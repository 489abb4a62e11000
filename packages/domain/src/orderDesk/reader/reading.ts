import type {
  Authority,
  OrderEnd,
  OrderKind,
  OrderScope,
  OrderStart,
} from '../../halfStaff/orders/order.ts';
import type { CivilDate } from '../../time/civilDate.ts';

/** A value, and the sentence that states it: UTF-16 offsets in the text that was read. */
export interface Found<T> {
  value: T;
  start: number;
  end: number;
}

/** A scope that a text can state. */
export type ReadScope = Extract<OrderScope, { kind: 'all' } | { kind: 'states' }>;

/** How a text changes an earlier order. */
export type Amendment = 'extends' | 'ends-early' | 'corrects' | 'cancels';

/** A draft order. A field that the text does not state is null: a person must fill it in. */
export interface OrderReading {
  kind: Found<OrderKind> | null;
  authority: Found<Authority> | null;
  scope: Found<ReadScope> | null;
  /** The place, if the order is for less than a state: a county, a city, a building, an agency. */
  narrower: Found<string> | null;
  starts: Found<OrderStart> | null;
  ends: Found<OrderEnd> | null;
  reason: Found<string> | null;
  /** The day on which the order was signed or announced. */
  issuedOn: Found<CivilDate> | null;
  /** Sentences that except a day or a place, such as a day of full staff inside the period. */
  exceptions: Found<string>[];
  amends: Found<Amendment> | null;
  /** The order ended before the day of reading. */
  past: boolean;
}
