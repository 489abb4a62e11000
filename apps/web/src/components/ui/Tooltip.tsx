import { createContext, type ReactNode, useContext } from 'react';
import { useOverlaysUnfocused } from './overlays.ts';

/**
 * The code that a `TooltipGroup` needs to show tooltips; null until it has loaded, and on devices
 * that cannot hover.
 */
const GroupOverlays = createContext<ReturnType<typeof useOverlaysUnfocused>[0]>(null);

/** Returns whether the device can hover. Other devices show no tooltips. */
const canHover = (): boolean => window.matchMedia('(any-hover: hover)').matches;

/**
 * A group of tooltips. Once one tooltip has opened, the other tooltips in the group open without a
 * delay. When the tooltips' code has loaded, the group remounts its children. If one of them has
 * the focus, it waits until the focus has moved elsewhere.
 */
export function TooltipGroup({ children }: { children: ReactNode }) {
  const [loaded, group] = useOverlaysUnfocused<HTMLDivElement>();
  const parts = loaded && canHover() ? loaded : null;
  return (
    <GroupOverlays value={parts}>
      <div ref={group} className="contents">
        {parts ? <parts.TooltipProvider>{children}</parts.TooltipProvider> : children}
      </div>
    </GroupOverlays>
  );
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
  const parts = useContext(GroupOverlays);
  return parts ? <parts.TooltipBubble {...props} /> : props.children;
}
