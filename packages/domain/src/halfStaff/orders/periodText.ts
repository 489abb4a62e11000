import { t } from '@halyard/messages';
import { dateText, timeText } from '../../time/clockText.ts';
import type { OrderEnd, OrderStart } from './order.ts';

/** Returns a description of an order's start, such as "Sunrise, Mar 2, 2026". */
export function orderStartText(starts: OrderStart): string {
  switch (starts.kind) {
    case 'immediately':
      return t`Immediately`;
    case 'sunrise':
      return t`Sunrise, ${{ date: dateText(starts.date) }}`;
    case 'time':
      return `${timeText(starts.time)}, ${dateText(starts.date)}`;
  }
}

/** Returns a description of an order's end, such as "sunset, Mar 4, 2026". */
export function orderEndText(ends: OrderEnd): string {
  switch (ends.kind) {
    case 'open':
      return t`open-ended`;
    case 'sunset':
      return t`sunset, ${{ date: dateText(ends.date) }}`;
    case 'noon':
      return t`noon, ${{ date: dateText(ends.date) }}`;
    case 'time':
      return `${timeText(ends.time)}, ${dateText(ends.date)}`;
  }
}
