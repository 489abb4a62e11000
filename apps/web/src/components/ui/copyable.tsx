import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

/** Milliseconds for which the button says that it copied. */
const COPIED_MS = 2_000;

/** A text to take away, with a button that copies it. */
export function Copyable({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  // Without HTTPS there is no clipboard: the text is selected on focus, to be copied by hand.
  const copy = () => {
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  const act = copied ? 'Copied' : 'Copy';
  return (
    <Field label={label}>
      {(control) => (
        <div className="flex gap-2">
          <Input
            {...control}
            readOnly
            value={value}
            className="font-mono"
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button onClick={copy} aria-label={`${act} ${label.toLowerCase()}`}>
            {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
            <span aria-live="polite">{act}</span>
          </Button>
        </div>
      )}
    </Field>
  );
}
