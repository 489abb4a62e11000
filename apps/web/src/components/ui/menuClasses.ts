export const menuClasses =
  'z-50 min-w-40 animate-fade-in overflow-y-auto rounded-md border border-border bg-raised p-1 shadow-float';
export const menuItemClasses =
  'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-disabled:text-muted-foreground data-disabled:opacity-60 data-highlighted:bg-accent data-highlighted:text-accent-foreground touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';
