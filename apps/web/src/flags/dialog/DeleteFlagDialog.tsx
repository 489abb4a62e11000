import type { Flag } from '@halyard/domain';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { useDeleteFlag } from './useSaveFlag.ts';

/** Asks before a flag is deleted. Names the flag and what is deleted with it. */
export function DeleteFlagDialog({ flag, onClose }: { flag: Flag | null; onClose: () => void }) {
  const remove = useDeleteFlag(onClose);
  return (
    <ConfirmDialog
      open={flag !== null}
      onOpenChange={(next) => !next && onClose()}
      title="Delete Flag"
      description={
        flag &&
        `Are you sure you want to delete "${flag.name}" (${flag.flagId})? Its device keys stop working at once. This action cannot be undone.`
      }
      confirmLabel="Delete"
      destructive
      pending={remove.isPending}
      onConfirm={() => flag && remove.mutate(flag)}
    />
  );
}
