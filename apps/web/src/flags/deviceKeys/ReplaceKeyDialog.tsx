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
        `The new key made ${day(replacing.createdAt)} stops working, and another one replaces it. The old key stays valid. A pole that already has that new key needs the other one.`
      }
      confirmLabel="Replace"
      pending={pending}
      onConfirm={onConfirm}
    />
  );
}
