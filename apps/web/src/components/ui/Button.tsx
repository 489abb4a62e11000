import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';
import { isSecondOfDoubleClick } from '@/lib/forms/doubleClick.ts';
import { Spinner } from './Spinner.tsx';

const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors duration-100 select-none disabled:cursor-not-allowed disabled:opacity-55 aria-busy:opacity-100 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground not-disabled:hover:bg-primary-hover',
        secondary:
          'border border-control/60 bg-surface text-foreground not-disabled:hover:bg-accent',
        ghost:
          'text-muted-foreground not-disabled:hover:bg-accent not-disabled:hover:text-accent-foreground',
        destructive: 'bg-destructive text-white not-disabled:hover:bg-destructive-hover',
        link: 'text-primary underline-offset-4 hover:underline',
      },
      /** The sizes of a button: `md` is 32 px high, or 44 px on touch screens. */
      size: {
        md: 'h-8 px-3 text-sm touch:h-11 max-md:px-4 zoomed:wraps',
        lg: 'h-10 px-4 text-sm touch:h-11',
        icon: 'size-8 touch:size-11',
        inline: 'h-auto p-0 text-sm',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export interface ButtonProps
  extends Omit<ComponentProps<'button'>, 'disabled'>,
    VariantProps<typeof buttonVariants> {
  /** Styles the child (a link) as a button. */
  asChild?: boolean;
  disabled?: boolean | undefined;
  /** Whether to show a spinner next to the label and to ignore clicks. */
  pending?: boolean | undefined;
  /** Whether to ignore the second click of a double click, for a button that must not act twice. */
  actsOnce?: boolean;
}

export function Button({
  className,
  variant,
  size,
  asChild = false,
  pending = false,
  actsOnce = false,
  disabled,
  type = 'button',
  onClick,
  children,
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild)
    return (
      <Slot.Root className={classes} onClick={onClick} {...props}>
        {children}
      </Slot.Root>
    );
  return (
    <button
      type={type}
      className={classes}
      disabled={pending || disabled}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (actsOnce && isSecondOfDoubleClick(event)) event.preventDefault();
        else onClick?.(event);
      }}
      {...props}
    >
      {pending && <Spinner />}
      {children}
    </button>
  );
}
