import type { ReactNode } from 'react';
import { useOverlays } from './overlays.ts';

/** Returns whether the device can hover. Other devices show no tooltips. */
const canHover = (): boolean => window.matchMedia('(any-hover: hover)').matches;

/** A group of tooltips. Once one tooltip has opened, the others open without a delay. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  const parts = useOverlays();
  return parts && canHover() ? <parts.TooltipProvider>{children}</parts.TooltipProvider> : children;
}

export interface TooltipProps {
  content: ReactNode;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Turns the tooltip off without remounting the child. */
  disabled?: boolean;
}

/**
 * Shows short text next to its single child, which must be focusable. Use inside a `TooltipGroup`.
 */
export function Tooltip(props: TooltipProps) {
  const parts = useOverlays();
  return parts && canHover() ? <parts.TooltipBubble {...props} /> : props.children;
}
