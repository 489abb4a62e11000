import { dayName, type Source } from '@halyard/domain';
import { t } from '@lingui/core/macro';

/** Returns a title for what determines a pole's position, such as an order or a hold. */
export function sourceText({ kind, by, title }: Source): string {
  switch (kind) {
    case 'lock':
      return t`Locked for maintenance`;
    case 'hold':
      return by === null ? t`Manual hold` : t`Held by ${by}`;
    case 'exception':
      return t`Full-staff exception by ${{ by: by ?? '' }}: ${title}`;
    case 'order':
      return t`Order by ${{ by: by ?? '' }}: ${title}`;
    case 'annual-day':
      return dayName(title);
    case 'daily-rule':
      return t`Daily rule`;
    case 'after-order':
      return t`Back to the position before the order`;
    case 'none':
      return t`Moved manually`;
  }
}
