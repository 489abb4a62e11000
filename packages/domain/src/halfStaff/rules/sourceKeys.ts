import type { CivilDate } from '../../time/civilDate.ts';

export const ORDER_PREFIX = 'order:';
/** The key that identifies an order in the ledger, in holds and on screens (`Source.key`). */
export const orderKey = (id: string): string => ORDER_PREFIX + id;
export const DAY_PREFIX = 'day:';
/** The key that identifies an annual half-staff day in the ledger, in holds and on screens. */
export const dayKey = (date: CivilDate): string => DAY_PREFIX + date;
