import type { DeviceKey } from '@halyard/domain';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { day } from '@/lib/moments.ts';

interface ReplaceKeyDialogProps {
  /** The new key that the pole has not reported with. */
  replacing: DeviceKey | null;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms that another key replaces a new one that never reached the pole. */
export function ReplaceKeyDialog({
  replacing,
  pending,
  onConfirm,
  onClose,
}: ReplaceKeyDialogProps) {
  return (
    <ConfirmDialog
      open={replacing !== null}
      onOpenChange={(next) => !next && onClose()}
      title="Replace New Key"
      description={
        replacing &&
        `The new key made ${day(replacing.createdAt)} ends, and another one takes its place. The old key stays valid; a pole that has been given that new key already needs the other one.`
      }
      confirmLabel="Replace"
      pending={pending}
      onConfirm={onConfirm}
    />
  );
}
