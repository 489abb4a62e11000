import { type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn.ts';
import { Label } from './Label.tsx';

/**
 * The attributes that connect a field's control with its label, hint and error for screen readers.
 */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Content at the right end of the label's line, such as a link. */
  action?: ReactNode;
  className?: string;
  /** The name of the form value, which becomes the field's `data-field` attribute. */
  name?: string;
  children: (control: FieldControlProps) => ReactNode;
}

/** A labeled control with a hint and an error. Independent of any form library. */
export function Field({
  label,
  hint,
  error,
  required,
  action,
  className,
  name,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cn('grid grid-cols-1 content-start gap-1.5', className)} data-field={name}>
      <div className="flex items-baseline justify-between gap-4">
        <Label htmlFor={id}>{label}</Label>
        {action}
      </div>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={hintId} className="text-xs text-muted-foreground">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} role="alert" className="text-xs font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
