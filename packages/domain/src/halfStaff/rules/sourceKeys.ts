import type { CivilDate } from '../../time/civilDate.ts';

export const ORDER_PREFIX = 'order:';
/** How ledger, holds and screens name an order (`Source.key`). */
export const orderKey = (id: string): string => ORDER_PREFIX + id;
export const DAY_PREFIX = 'day:';
/** And an annual day. */
export const dayKey = (date: CivilDate): string => DAY_PREFIX + date;
