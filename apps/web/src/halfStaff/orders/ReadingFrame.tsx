import { t } from '@lingui/core/macro';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { cn } from '@/lib/cn.ts';
import { useIsMobile, useIsWide } from '@/lib/page/breakpoint.ts';
import { ReadingNotices } from './ReadingNotices.tsx';
import { ReadText } from './ReadText.tsx';
import { READ_FIELDS, type ReadField, type Reading } from './reading.ts';

interface ReadingFrameProps {
  reading: Reading;
  /** The first field that the text does not state; null if the text states all fields. */
  firstEmpty: ReadField | null;
  /** The fields of the order form. */
  children: ReactNode;
}

/**
 * The order form, next to the text that the order was read from, or below the text on narrow
 * screens.
 */
export function ReadingFrame({ reading, firstEmpty, children }: ReadingFrameProps) {
  const [field, setField] = useState<ReadField | null>(null);
  const fields = useRef<HTMLDivElement>(null);
  const isWide = useIsWide();
  const isMobile = useIsMobile();
  const start = useRef(isMobile ? null : (firstEmpty ?? 'save'));
  useEffect(() => {
    if (start.current === null) return;
    const place =
      start.current === 'save'
        ? fields.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]')
        : fields.current?.querySelector<HTMLElement>(
            `[data-field=${start.current}] :is(button, input, textarea)`,
          );
    place?.focus();
  }, []);
  const notices = <ReadingNotices reading={reading} />;
  const text = { text: reading.text, order: reading.order, field };
  const hasText = reading.text !== '';
  return (
    <div className={cn('grid grid-cols-1 items-start gap-4', hasText && 'lg:grid-cols-2 lg:gap-6')}>
      {!isWide && hasText && (
        <>
          {notices}
          <details className="min-w-0">
            <summary className="cursor-pointer rounded-sm py-1 font-medium touch:py-3">
              {t`Show the text`}
            </summary>
            <ReadText {...text} className="mt-2 max-h-72" />
          </details>
        </>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only follows the focus of the fields */}
      <div
        ref={fields}
        className="grid min-w-0 gap-4"
        onFocus={({ target }: FocusEvent) => setField(fieldAt(target))}
      >
        {isWide && notices}
        {children}
      </div>
      {isWide && hasText && (
        <ReadText {...text} className="sticky top-0 max-h-[calc(100dvh-12rem)]" />
      )}
    </div>
  );
}

function fieldAt(target: Element): ReadField | null {
  const name = target.closest('[data-field]')?.getAttribute('data-field');
  return READ_FIELDS.find((field) => field === name) ?? null;
}
