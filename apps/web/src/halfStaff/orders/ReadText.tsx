import type { OrderReading } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useEffect, useMemo, useRef } from 'react';
import { ScrollRegion } from '@/components/ui/ScrollRegion.tsx';
import { cn } from '@/lib/cn.ts';
import { type ReadField, segmentsOf } from './reading.ts';

interface ReadTextProps {
  text: string;
  order: OrderReading | null;
  /** The focused field. The sentence that states its value is highlighted. */
  field: ReadField | null;
  className?: string;
}

/** Shows the text of an order, and marks the sentences that state the fields' values. */
export function ReadText({ text, order, field, className }: ReadTextProps) {
  const segments = useMemo(() => segmentsOf(text, order), [text, order]);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const mark = box.current?.querySelector<HTMLElement>('mark[data-current]');
    const first = box.current?.querySelector<HTMLElement>('mark');
    scrollTo(box.current, mark ?? (field === null ? first : null));
  }, [field]);
  return (
    <ScrollRegion
      ref={box}
      label={t`Text`}
      className={cn(
        'overflow-y-auto rounded-lg border border-border bg-surface px-4 py-3 leading-relaxed break-words whitespace-pre-wrap',
        className,
      )}
    >
      {segments.map(({ text: part, fields }, at) => {
        if (fields.length === 0) return part;
        const isCurrent = field !== null && fields.includes(field);
        return (
          <mark
            key={at}
            data-current={isCurrent || undefined}
            className={cn(
              'rounded-xs bg-accent text-foreground',
              isCurrent && 'bg-warn-soft font-medium underline decoration-2 underline-offset-2',
            )}
          >
            {part}
          </mark>
        );
      })}
    </ScrollRegion>
  );
}

/**
 * Scrolls the text so that a marked sentence is visible. The form next to the text does not scroll.
 */
function scrollTo(box: HTMLElement | null, mark: HTMLElement | null | undefined): void {
  if (!box || !mark) return;
  const { top, bottom } = box.getBoundingClientRect();
  const place = mark.getBoundingClientRect();
  if (place.top >= top && place.bottom <= bottom) return;
  box.scrollTop += place.top - top - box.clientHeight / 4;
}
