import { t } from '@lingui/core/macro';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Check, Copy } from '@/components/icons/index.ts';
import { inSentence } from '@/lib/i18n/inSentence.ts';
import { copyText } from '@/lib/page/copyText.ts';
import { Button } from './Button.tsx';
import { Field } from './Field.tsx';
import { Input, Textarea } from './Input.tsx';

/** How long the button shows that it has copied the text, in milliseconds. */
const COPIED_MS = 2_000;

interface CopyableProps {
  label: string;
  value: string;
}

/** Text with a copy button. */
export function Copyable({ label, value }: CopyableProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            ref={field}
            readOnly
            value={value}
            // At 14 px, some systems' monospace fonts do not show underscores, which keys may
            // contain.
            className="font-mono md:text-[0.8125rem]"
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label={label} field={field} />
        </div>
      )}
    </Field>
  );
}

/** Multi-line text with a copy button. The text scrolls in both directions. */
export function CopyableText({ label, value, rows = 12 }: CopyableProps & { rows?: number }) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <Field label={label} action={<CopyButton label={label} field={field} />}>
      {(control) => (
        <Textarea
          {...control}
          ref={field}
          readOnly
          wrap="off"
          spellCheck={false}
          rows={rows}
          value={value}
          className="resize-none overflow-auto font-mono text-xs leading-5 md:text-xs"
        />
      )}
    </Field>
  );
}

function CopyButton(props: {
  label: string;
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (props.field.current) setCopied(await copyText(props.field.current));
  };
  const thing = inSentence(props.label);
  return (
    <Button onClick={() => void copy()} aria-label={copied ? t`Copied ${thing}` : t`Copy ${thing}`}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{copied ? t`Copied` : t`Copy`}</span>
    </Button>
  );
}
