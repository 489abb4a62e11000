import { t } from '@lingui/core/macro';
import { StatusShape } from '@/components/ui/Status.tsx';
import { quoteOf, type TextRange } from './reading.ts';

interface FieldSourceProps {
  text: string;
  /** The part of `text` that states the field's value; null if the text does not state it. */
  range: TextRange | null;
}

/**
 * Shows, below a field, the sentence that states the field's value, or a note that the text does
 * not state it.
 */
export function FieldSource({ text, range }: FieldSourceProps) {
  if (range) return <q className="break-words">{quoteOf(text, range)}</q>;
  return (
    <span className="inline-flex items-center gap-1.5 text-warn">
      <StatusShape tone="warn" />
      {t`Not in the text`}
    </span>
  );
}
