import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { useDeleteFlag } from './useSaveFlag.ts';

/**
 * Asks for confirmation before deleting a flag. Shows the flag's name and what will be deleted with
 * it.
 */
export function DeleteFlagDialog({ flag, onClose }: { flag: Flag | null; onClose: () => void }) {
  const remove = useDeleteFlag(onClose);
  return (
    <ConfirmDialog
      open={flag !== null}
      onOpenChange={(next) => !next && onClose()}
      title={t`Delete flag`}
      description={flag && questionOf(flag)}
      confirmLabel={t`Delete`}
      destructive
      pending={remove.isPending}
      onConfirm={() => flag && remove.mutate(flag)}
    />
  );
}

const questionOf = ({ name, flagId }: Flag): string =>
  t`Are you sure you want to delete "${name}" (${flagId})? Its device keys will stop working immediately. This action cannot be undone.`;
