import type { Location } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useDeleteLocation } from './useSaveLocation.ts';

interface DeleteLocationDialogProps {
  location: Location | null;
  onClose: () => void;
}

/**
 * Asks for confirmation before deleting a location. Stays open and shows the reason if the location
 * still has flags or employees.
 */
export function DeleteLocationDialog({ location, onClose }: DeleteLocationDialogProps) {
  const remove = useDeleteLocation(onClose);
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={location !== null}
      onOpenChange={(next) => !next && close()}
      title={t`Delete location`}
      description={
        location &&
        t`Are you sure you want to delete "${{ name: location.name }}"? This action cannot be undone.`
      }
      confirmLabel={t`Delete`}
      destructive
      pending={remove.isPending}
      onConfirm={() => location && remove.mutate(location)}
    >
      <FormProblem text={problemText(remove.error)} />
    </ConfirmDialog>
  );
}
