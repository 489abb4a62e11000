import { Popover as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn.ts';
import { useBackCloses } from '@/lib/page/backCloses.ts';

interface PopoverProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A panel that opens next to the pressed button. The browser's Back button closes it. */
export function Popover(props: PopoverProps) {
  useBackCloses(props.open, () => props.onOpenChange(false));
  return <Radix.Root {...props} />;
}
export const PopoverTrigger = Radix.Trigger;
export const PopoverClose = Radix.Close;

export function PopoverContent({
  className,
  sideOffset = 4,
  align = 'start',
  ...props
}: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={cn(
          'z-50 w-72 animate-fade-in rounded-md border border-border bg-raised p-3 shadow-float outline-none',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}
