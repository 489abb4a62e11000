import type { Flag, FlagCreated, SessionUser } from '@halyard/domain';
import { lazy, Suspense, useState } from 'react';

const AddFlagDialog = lazy(async () => ({
  default: (await import('./FlagDialog.tsx')).AddFlagDialog,
}));
const EditFlagDialog = lazy(async () => ({
  default: (await import('./FlagDialog.tsx')).EditFlagDialog,
}));

interface FlagDialogsProps {
  user: SessionUser;
  /** The flag whose dialog is open. */
  opened: Flag | null;
  onClose: () => void;
  /** Whether the dialog for a new flag is open. */
  adding?: boolean;
  onCreated?: (flag: FlagCreated) => void;
}

/** The dialogs that need forms and schemas: fetched when the first of them opens, and kept. */
export function FlagDialogs({ user, opened, onClose, adding, onCreated }: FlagDialogsProps) {
  const [used, setUsed] = useState({ edit: false, add: false });
  if (opened && !used.edit) setUsed({ ...used, edit: true });
  if (adding && !used.add) setUsed({ ...used, add: true });
  return (
    <Suspense fallback={null}>
      {used.edit && <EditFlagDialog user={user} flag={opened} onClose={onClose} />}
      {used.add && onCreated && (
        <AddFlagDialog user={user} open={adding ?? false} onClose={onClose} onCreated={onCreated} />
      )}
    </Suspense>
  );
}
