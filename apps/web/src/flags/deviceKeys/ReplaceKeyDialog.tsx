import type { DeviceKey } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { day } from '@/lib/moments.ts';

interface ReplaceKeyDialogProps {
  /** The unused new key that the user wants to replace. Null while the dialog is closed. */
  replacing: DeviceKey | null;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before replacing a new key that the pole has never used. */
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
      title={t`Replace new key`}
      description={
        made !== null &&
        t`The key created ${made} will stop working, and you’ll get a replacement. The pole’s older key stays valid. If the pole already uses the key created ${made}, it can’t connect until you install the replacement.`
      }
      confirmLabel={t`Replace`}
      pending={pending}
      onConfirm={onConfirm}
    />
  );
}
