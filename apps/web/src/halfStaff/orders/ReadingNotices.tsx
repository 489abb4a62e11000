import { dateText } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { StatusShape } from '@/components/ui/Status.tsx';
import { quoteOf, type Reading } from './reading.ts';

/**
 * Warns about problems in the text that the user should know about before saving a draft from it.
 */
export function ReadingNotices({ reading: { text, order } }: { reading: Reading }) {
  if (!order) return null;
  const { amends, ends, exceptions, narrower, past } = order;
  const notices = [
    past &&
      ends &&
      'date' in ends.value &&
      t`This order ended ${{ date: dateText(ends.value.date) }}.`,
    amends && t`This text changes an earlier order. Open the earlier order and amend it.`,
    narrower &&
      t`This order is only for ${{ place: narrower.value.trim() }}. Choose the locations.`,
    ...exceptions.map((exception) => t`Exception: “${{ sentence: quoteOf(text, exception) }}”`),
  ].filter((notice) => typeof notice === 'string');
  if (notices.length === 0) return null;
  return (
    <ul className="grid gap-2 rounded-lg border border-warn/30 bg-warn-soft px-4 py-3">
      {notices.map((notice) => (
        <li key={notice} className="flex items-baseline gap-2">
          <StatusShape tone="warn" />
          <span className="min-w-0 break-words">{notice}</span>
        </li>
      ))}
    </ul>
  );
}
