import { type Flag, type FlagCreated, may, type SessionUser } from '@halyard/domain';
import { Fragment, useMemo } from 'react';
import { Dialog } from '@/components/ui/dialog.tsx';
import { FlagDetails } from './FlagDetails.tsx';
import { FlagForm } from './FlagForm.tsx';
import { LockPanel } from './lockout/LockPanel.tsx';
import { problemOf, useCreateFlag, useUpdateFlag } from './useSaveFlag.ts';

interface AddFlagDialogProps {
  user: SessionUser;
  open: boolean;
  onClose: () => void;
  onCreated: (flag: FlagCreated) => void;
}

export function AddFlagDialog({ user, open, onClose, onCreated }: AddFlagDialogProps) {
  const create = useCreateFlag(onCreated);
  const problem = useMemo(() => problemOf(create.error), [create.error]);
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Add Flag"
      description="The pole reports under its flag ID; its device key is shown once, afterwards."
    >
      <FlagForm
        user={user}
        pending={create.isPending}
        problem={problem}
        onSubmit={(values) => create.mutate(values)}
        onCancel={close}
      />
    </Dialog>
  );
}

interface EditFlagDialogProps {
  user: SessionUser;
  /** The flag whose dialog is open. */
  flag: Flag | null;
  onClose: () => void;
}

/** The edit dialog; the same, read-only, for those who may not edit. */
export function EditFlagDialog({ user, flag, onClose }: EditFlagDialogProps) {
  const update = useUpdateFlag(user, onClose);
  const problem = useMemo(() => problemOf(update.error), [update.error]);
  const mayEdit = may(user, 'flag.edit');
  const close = () => {
    update.reset();
    onClose();
  };
  return (
    <Dialog
      open={flag !== null}
      onOpenChange={(next) => !next && close()}
      title={mayEdit ? 'Edit Flag' : 'Flag'}
    >
      {flag && (
        <Fragment key={flag.id}>
          <LockPanel user={user} flag={flag} />
          {mayEdit ? (
            <FlagForm
              user={user}
              flag={flag}
              pending={update.isPending}
              problem={problem}
              onSubmit={(values) => update.mutate({ flag, values })}
              onCancel={close}
            />
          ) : (
            <FlagDetails flag={flag} onClose={close} />
          )}
        </Fragment>
      )}
    </Dialog>
  );
}
