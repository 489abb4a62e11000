import type { ReactNode } from 'react';
import { useOverlaysOf } from './overlays.ts';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The panel's title for screen readers. It is not shown. */
  title: string;
  className?: string;
  children: ReactNode;
}

/** A panel that slides in from the left edge. The browser's Back button closes it. */
export function Sheet(props: SheetProps) {
  const parts = useOverlaysOf(props.open, () => props.onOpenChange(false));
  return parts && <parts.SheetPanel {...props} />;
}
