import type { Location, SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { problemText } from '@/lib/api/api.ts';
import { LocationForm } from './LocationForm.tsx';
import { type FailureWords, useCreateLocation, useUpdateLocation } from './useSaveLocation.ts';

interface AddLocationDialogProps {
  user: SessionUser;
  open: boolean;
  onClose: () => void;
}

export function AddLocationDialog({ user, open, onClose }: AddLocationDialogProps) {
  const create = useCreateLocation('server', onClose);
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog open={open} onOpenChange={(next) => !next && close()} title={t`Add Location`}>
      <LocationForm
        user={user}
        pending={create.isPending}
        problem={problemText(create.error)}
        onSubmit={(values) => create.mutate(values)}
        onCancel={close}
      />
    </Dialog>
  );
}

interface EditLocationDialogProps {
  user: SessionUser;
  location: Location | null;
  failureWords: FailureWords;
  onClose: () => void;
}

export function EditLocationDialog(props: EditLocationDialogProps) {
  const { user, location, failureWords, onClose } = props;
  const update = useUpdateLocation(failureWords, onClose);
  const close = () => {
    update.reset();
    onClose();
  };
  return (
    <Dialog
      open={location !== null}
      onOpenChange={(next) => !next && close()}
      title={t`Edit location`}
    >
      {location && (
        <LocationForm
          key={location.id}
          user={user}
          location={location}
          pending={update.isPending}
          problem={problemText(update.error)}
          onSubmit={(values) => update.mutate({ location, values })}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}
