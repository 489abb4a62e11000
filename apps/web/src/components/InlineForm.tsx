import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from './ui/Card.tsx';

interface InlineFormProps {
  /** The form's accessible name and heading. */
  label: string;
  /** The heading's level: one below the heading above the form. */
  heading: 'h2' | 'h3';
  children: ReactNode;
}

/**
 * A form within the page. When it opens, the focus moves into it. When it closes, the focus returns
 * to the control that opened it.
 */
export function InlineForm({ label, heading: Heading, children }: InlineFormProps) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const field = frame.current?.querySelector<HTMLElement>('input:not([readonly])');
    field?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <section ref={frame} aria-label={label} className="max-w-2xl">
      <Card>
        <Heading className="border-b border-border px-5 py-3 font-semibold">{label}</Heading>
        {children}
      </Card>
    </section>
  );
}
