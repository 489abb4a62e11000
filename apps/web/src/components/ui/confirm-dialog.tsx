import type { ReactNode } from 'react';
import { useOverlaysOf } from './overlays.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Names the object, and what goes with it. */
  description: ReactNode;
  confirmLabel: string;
  /** The button's label while the act runs; by default it stays the same. */
  pendingLabel?: string;
  cancelLabel?: string;
  destructive?: boolean;
  pending?: boolean;
  /** The button that confirms waits for something in the dialog. */
  confirmDisabled?: boolean;
  /** The dialog stays open until its owner closes it: a failed act can be tried again. */
  onConfirm: () => void;
  /** Focus starts on the button that confirms, for what can be undone. */
  enterConfirms?: boolean;
  /** Buttons between Cancel and the one that confirms. */
  otherActions?: ReactNode;
  children?: ReactNode;
}

/**
 * Asks before something is done; focus starts on Cancel unless Enter confirms, Escape and Back cancel. The double
 * click that opened it does not confirm it, and one that confirms it does so once.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const parts = useOverlaysOf(props.open, () => props.onOpenChange(false));
  return parts && <parts.ConfirmWindow {...props} />;
}
