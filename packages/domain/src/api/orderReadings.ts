import { z } from 'zod';
import {
  AUTHORITIES,
  ORDER_KINDS,
  orderDate,
  orderEnd,
  orderScope,
  orderStart,
} from '../halfStaff/orders/order.ts';
import { AMENDMENTS, type OrderReading, type ReadScope } from '../orderDesk/reader/reading.ts';

const found = <T extends z.ZodType>(value: T) =>
  z.object({ value, start: z.number().int(), end: z.number().int() });
const orNull = <T extends z.ZodType>(value: T) => found(value).nullable();

const readScope = orderScope.refine(
  (scope): scope is ReadScope => scope.kind === 'all' || scope.kind === 'states',
);

/** The orders that the reader found in a document. Offsets refer to the document's text. */
export const orderReadings: z.ZodType<OrderReading[]> = z.array(
  z.object({
    kind: orNull(z.enum(ORDER_KINDS)),
    authority: orNull(z.enum(AUTHORITIES)),
    scope: orNull(readScope),
    narrower: orNull(z.string()),
    starts: orNull(orderStart),
    ends: orNull(orderEnd),
    reason: orNull(z.string()),
    issuedOn: orNull(orderDate),
    exceptions: z.array(found(z.string())),
    amends: orNull(z.enum(AMENDMENTS)),
    past: z.boolean(),
  }),
);
