import type { HalfStaffRelease } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { ReleaseEffect } from '@/halfStaff/autopilot/ReleaseEffect.tsx';

interface OptOutProps {
  label: string;
  release: HalfStaffRelease;
  pending: boolean;
  onConfirm: (raise: readonly string[]) => void;
  onClose: () => void;
}

/**
 * Asks for confirmation before turning off Auto Half Mast if it currently keeps poles at
 * half-staff.
 */
export default function OptOut({ label, release, pending, onConfirm, onClose }: OptOutProps) {
  const [raises, setRaises] = useState(false);
  const { count } = release.rising;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Turn off ${label}`}
      description={t`This company’s poles will no longer follow orders and half-staff days.`}
      confirmLabel={
        raises
          ? t`Turn off and raise ${plural(count, { one: '# pole', other: '# poles' })}`
          : t`Turn off`
      }
      pending={pending}
      onConfirm={() => onConfirm(raises ? (release.risingIds ?? []) : [])}
    >
      <ReleaseEffect release={release} raises={raises} onRaises={setRaises} />
    </ConfirmDialog>
  );
}
