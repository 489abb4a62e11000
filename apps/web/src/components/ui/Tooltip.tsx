import type { ReactNode } from 'react';
import { useOverlays } from './overlays.ts';

/** Touch devices show no tooltips, so nothing is rendered again for them. */
const canHover = (): boolean => window.matchMedia('(any-hover: hover)').matches;

/** Tooltips that open immediately if another one was just open. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  const parts = useOverlays();
  return parts && canHover() ? <parts.TooltipProvider>{children}</parts.TooltipProvider> : children;
}

export interface TooltipProps {
  content: ReactNode;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Shows nothing, without unmounting the child. */
  disabled?: boolean;
}

/** A short text next to the one focusable child, in a `TooltipGroup`. */
export function Tooltip(props: TooltipProps) {
  const parts = useOverlays();
  return parts && canHover() ? <parts.TooltipBubble {...props} /> : props.children;
}
