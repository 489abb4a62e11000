import { t } from '@lingui/core/macro';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { useLogout } from '@/lib/session/useLogout.ts';

interface LogoutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function LogoutDialog({ open, onOpenChange }: LogoutDialogProps) {
  const logout = useLogout();
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Logout`}
      description={t`Are you sure you want to logout?`}
      confirmLabel={t`Logout`}
      pendingLabel={t`Logging out...`}
      pending={logout.isPending}
      onConfirm={() => logout.mutate()}
    />
  );
}
