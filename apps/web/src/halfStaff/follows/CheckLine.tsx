import { type ReactNode, useId } from 'react';

interface CheckLineProps {
  checked: boolean;
  onChange: () => void;
  children: ReactNode;
}

/** A checkbox with its label on one line. */
export function CheckLine({ checked, onChange, children }: CheckLineProps) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 items-center gap-2.5 mouse:min-h-8">
      <input
        id={id}
        type="checkbox"
        className="size-4 shrink-0 accent-primary"
        checked={checked}
        onChange={onChange}
      />
      <span className="min-w-0 break-words">{children}</span>
    </label>
  );
}
