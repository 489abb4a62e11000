import { Tooltip as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import type { TooltipProps } from './Tooltip.tsx';

/**
 * How long the pointer must rest on a control before its tooltip opens, in milliseconds (spec §9).
 */
const DELAY_MS = 700;
/** For this many milliseconds after a tooltip closes, another one opens immediately (spec §9). */
const SKIP_DELAY_MS = 300;

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Radix.Provider>
  );
}

/** Shows short text next to its single child, which must be focusable. */
export function TooltipBubble({ content, children, side = 'top', disabled = false }: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Radix.Root open={open && !disabled} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-fade-in rounded-md bg-foreground px-2 py-1 text-xs text-balance text-background shadow-float"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
