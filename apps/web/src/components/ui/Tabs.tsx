import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn.ts';

export const Tabs = Radix.Root;

export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn(
        'flex gap-1 overflow-x-auto overflow-y-hidden border-b border-border max-md:*:flex-1',
        className,
      )}
      {...props}
    />
  );
}

/**
 * A tab. The chosen tab is underlined as well as darker, so that users can recognize it without
 * color.
 */
export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        '-mb-px h-9 border-b-2 border-transparent px-3 text-sm font-medium text-muted-foreground transition-colors duration-100 hover:text-foreground focus-visible:-outline-offset-2 data-[state=active]:border-primary data-[state=active]:text-foreground touch:h-11',
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('grid grid-cols-1 gap-3 pt-3', className)} {...props} />;
}
