import type { DeviceKey, Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { useRevokeKey } from './useDeviceKeys.ts';

interface RevokeKeyDialogProps {
  flag: Flag;
  /** All device keys of the flag, oldest first. */
  keys: readonly DeviceKey[];
  revoking: DeviceKey | null;
  onClose: () => void;
}

/** Asks for confirmation before revoking a key, and describes the effect on the pole. */
export function RevokeKeyDialog({ flag, keys, revoking, onClose }: RevokeKeyDialogProps) {
  const revoke = useRevokeKey(flag, onClose);
  return (
    <ConfirmDialog
      open={revoking !== null}
      onOpenChange={(next) => !next && onClose()}
      title={t`Revoke device key`}
      description={revoking && consequence(flag, keys, revoking)}
      confirmLabel={t`Revoke`}
      destructive
      pending={revoke.isPending}
      onConfirm={() => revoking && revoke.mutate(revoking)}
    />
  );
}

function consequence({ name }: Flag, keys: readonly DeviceKey[], key: DeviceKey): string {
  if (keys.length === 1)
    return t`"${name}" will be disconnected immediately. The pole can’t report or be controlled until it gets a new key.`;
  if (key.id === keys.at(-1)?.id)
    return t`The new key for "${name}" will stop working immediately. A pole with the old key will stay connected; a pole that already has the new key will be disconnected.`;
  return t`The old key for "${name}" will stop working immediately. If the pole doesn’t have the new key yet, it can’t connect until you install the new key.`;
}
