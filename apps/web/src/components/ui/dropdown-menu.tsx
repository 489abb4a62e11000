import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { useBackCloses } from '@/lib/backCloses.ts';
import { cn } from '@/lib/cn.ts';

interface DropdownMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A list of links and acts below a button; Back closes it. */
export function DropdownMenu(props: DropdownMenuProps) {
  useBackCloses(props.open, () => props.onOpenChange(false));
  return <Radix.Root {...props} />;
}

export const DropdownMenuTrigger = Radix.Trigger;

export const menuClasses =
  'z-50 min-w-40 animate-fade-in overflow-y-auto rounded-md border border-border bg-raised p-1 shadow-float';
export const menuItemClasses =
  'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-disabled:text-muted-foreground data-disabled:opacity-60 data-highlighted:bg-accent data-highlighted:text-accent-foreground max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

export function DropdownMenuContent({
  className,
  sideOffset = 4,
  align = 'end',
  ...props
}: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={cn(menuClasses, className)}
        {...props}
      />
    </Radix.Portal>
  );
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={cn(menuItemClasses, className)} {...props} />;
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return (
    <Radix.Label
      className={cn('px-2 py-1.5 text-xs text-muted-foreground', className)}
      {...props}
    />
  );
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />;
}
