import type { Source } from '@halyard/domain';

/** Returns what determines the position of poles, as a heading. */
export function sourceText({ kind, by, title }: Source): string {
  switch (kind) {
    case 'lock':
      return 'Locked for maintenance';
    case 'hold':
      return by === null ? 'Held by hand' : `Held by ${by}`;
    case 'exception':
      return `Full-staff exception of ${by}: ${title}`;
    case 'order':
      return `Order of ${by}: ${title}`;
    case 'annual-day':
      return title;
    case 'daily-rule':
      return 'Daily rule';
    case 'after-order':
      return 'Back to where it was before the order';
    case 'none':
      return 'Moved by hand';
  }
}
