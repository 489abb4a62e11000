import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { toastError } from '@/components/ui/toast.tsx';
import { call, errorMessage } from '@/lib/api.ts';
import { setCurrentUser } from '@/lib/currentUser.ts';
import { startLeaving } from '@/lib/returnPath.ts';
import { tellOtherTabs } from '@/lib/sessionNews.ts';

interface LogoutDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function LogoutDialog({ open, onOpenChange }: LogoutDialogProps) {
  const client = useQueryClient();
  const logout = useMutation({
    mutationFn: () => call('logout'),
    onSuccess: () => {
      startLeaving();
      setCurrentUser(client, null);
      tellOtherTabs();
    },
    onError: (error) => toastError(errorMessage(error), 'Logout failed'),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Logout"
      description="Are you sure you want to logout?"
      confirmLabel="Logout"
      pendingLabel="Logging out..."
      pending={logout.isPending}
      onConfirm={() => logout.mutate()}
    />
  );
}
