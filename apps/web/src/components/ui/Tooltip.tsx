import type { ReactNode } from 'react';
import { useOverlays } from './overlays.ts';

/**
 * Returns whether the device can hover. Touch devices show no tooltips, so nothing is rerendered
 * for them.
 */
const canHover = (): boolean => window.matchMedia('(any-hover: hover)').matches;

/** Groups tooltips. A tooltip opens immediately if another one in the group was just open. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  const parts = useOverlays();
  return parts && canHover() ? <parts.TooltipProvider>{children}</parts.TooltipProvider> : children;
}

export interface TooltipProps {
  content: ReactNode;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Turns the tooltip off, but keeps the child mounted. */
  disabled?: boolean;
}

/**
 * Shows short text next to its single child, which must be focusable. Use inside a `TooltipGroup`.
 */
export function Tooltip(props: TooltipProps) {
  const parts = useOverlays();
  return parts && canHover() ? <parts.TooltipBubble {...props} /> : props.children;
}
