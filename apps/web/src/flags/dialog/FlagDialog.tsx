import { type Flag, may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Fragment, useMemo, useState } from 'react';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { PolePanel } from '@/halfStaff/polePanel/PolePanel.tsx';
import { HistorySection } from '@/history/HistorySection.tsx';
import { DeviceKeyDialog, type MadeKey } from '../deviceKeys/DeviceKeyDialog.tsx';
import { DeviceKeys } from '../deviceKeys/DeviceKeys.tsx';
import { LockPanel } from '../lockout/LockPanel.tsx';
import { FlagActivity } from './FlagActivity.tsx';
import { FlagDetails } from './FlagDetails.tsx';
import { FlagForm } from './FlagForm.tsx';
import { FlagNow } from './FlagNow.tsx';
import { problemOf, useCreateFlag, useUpdateFlag } from './useSaveFlag.ts';

interface AddFlagDialogProps {
  user: SessionUser;
  open: boolean;
  onClose: () => void;
  /** Called with the new flag's ID when its key is shown, and with null when the key is hidden. */
  onMade: (id: string | null) => void;
}

/** Adds a flag, then shows its first device key. */
export function AddFlagDialog({ user, open, onClose, onMade }: AddFlagDialogProps) {
  const [made, setMade] = useState<MadeKey | null>(null);
  const create = useCreateFlag((flag) => {
    onClose();
    onMade(flag.id);
    setMade({ flag, keyId: null, key: flag.deviceKey, login: flag.deviceLogin });
  });
  const problem = useMemo(() => problemOf(create.error), [create.error]);
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !next && close()}
        title={t`Add Flag`}
        description={t`You’ll get the device key on the next screen.`}
      >
        <FlagForm
          user={user}
          pending={create.isPending}
          problem={problem}
          onSubmit={(values) => create.mutate(values)}
          onCancel={close}
        />
      </Dialog>
      <DeviceKeyDialog
        made={made}
        onClose={() => {
          setMade(null);
          onMade(null);
        }}
      />
    </>
  );
}

interface EditFlagDialogProps {
  user: SessionUser;
  /** The flag to show or edit. */
  flag: Flag | null;
  onClose: () => void;
  /** Called with `flags.id` to open the flag's checklist in place of the dialog. */
  onTest: (id: string) => void;
}

/** A flag's edit dialog. Read-only for users who are not allowed to edit the flag. */
export function EditFlagDialog({ user, flag, onClose, onTest }: EditFlagDialogProps) {
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
      title={mayEdit ? t`Edit flag` : t`Flag`}
    >
      {flag && (
        <Fragment key={flag.id}>
          <FlagNow user={user} flag={flag} onTest={() => onTest(flag.id)} />
          <LockPanel user={user} flag={flag} />
          <PolePanel user={user} flag={flag} />
          <FlagActivity flag={flag} />
          {mayEdit ? (
            <FlagForm
              user={user}
              flag={flag}
              pending={update.isPending}
              problem={problem}
              onSubmit={(values) => update.mutate({ flag, values })}
              onCancel={close}
            >
              <HistorySection flag={flag} />
              {may(user, 'deviceKey.manage') && !flag.isSimulated && <DeviceKeys flag={flag} />}
            </FlagForm>
          ) : (
            <FlagDetails flag={flag} onClose={close}>
              <HistorySection flag={flag} />
            </FlagDetails>
          )}
        </Fragment>
      )}
    </Dialog>
  );
}
