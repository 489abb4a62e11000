import type { ReactNode } from 'react';
import { useOverlaysOf } from './overlays.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /**
   * The text of the confirmation. Says which record is affected, and what will be deleted with it.
   */
  description: ReactNode;
  confirmLabel: string;
  /** The confirm button's label while the action runs. Defaults to the button's usual label. */
  pendingLabel?: string;
  cancelLabel?: string;
  destructive?: boolean;
  pending?: boolean;
  /** Disables the confirm button, for example until the user has typed the required text. */
  confirmDisabled?: boolean;
  /**
   * Called when the user confirms. The dialog stays open until its parent closes it, so that a
   * failed action can be retried.
   */
  onConfirm: () => void;
  /**
   * Set this for actions that can be undone. Focus then starts on the confirm button instead of
   * Cancel, and Enter confirms unless another control has the focus.
   */
  enterConfirms?: boolean;
  /** More buttons, shown between Cancel and the confirm button. */
  otherActions?: ReactNode;
  children?: ReactNode;
}

/**
 * A dialog that asks for confirmation before an action. Focus starts on Cancel, unless
 * `enterConfirms` is set. The confirm button ignores unintended double clicks.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const parts = useOverlaysOf(props.open, () => props.onOpenChange(false));
  return parts && <parts.ConfirmWindow {...props} />;
}
