import type { DeviceKey } from '@halyard/domain';
import { t } from '@lingui/core/macro';
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
  const made = replacing && day(replacing.createdAt);
  return (
    <ConfirmDialog
      open={replacing !== null}
      onOpenChange={(next) => !next && onClose()}
      title={t`Replace New Key`}
      description={
        made !== null &&
        t`The new key made ${made} stops working, and another one replaces it. The old key stays valid. A pole that already has that new key needs the other one.`
      }
      confirmLabel={t`Replace`}
      pending={pending}
      onConfirm={onConfirm}
    />
  );
}
