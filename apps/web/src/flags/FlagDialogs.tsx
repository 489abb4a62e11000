import type { Flag, SessionUser } from '@halyard/domain';
import { Suspense } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { useOnceOpened } from '@/lib/useOnceOpened.ts';

const AddFlagDialog = lazyDialog(
  async () => ({
    default: (await import('./FlagDialog.tsx')).AddFlagDialog,
  }),
  ({ onClose }) => onClose(),
);
const EditFlagDialog = lazyDialog(
  async () => ({
    default: (await import('./FlagDialog.tsx')).EditFlagDialog,
  }),
  ({ onClose }) => onClose(),
);

interface FlagDialogsProps {
  user: SessionUser;
  /** The flag whose dialog is open. */
  opened: Flag | null;
  onClose: () => void;
  /** Whether the dialog for a new flag is open. */
  adding?: boolean;
}

/** The dialogs that need forms and schemas: fetched when the first of them opens, and kept. */
export function FlagDialogs({ user, opened, onClose, adding = false }: FlagDialogsProps) {
  const editUsed = useOnceOpened(opened !== null);
  const addUsed = useOnceOpened(adding);
  return (
    <Suspense fallback={null}>
      {editUsed && <EditFlagDialog user={user} flag={opened} onClose={onClose} />}
      {addUsed && <AddFlagDialog user={user} open={adding} onClose={onClose} />}
    </Suspense>
  );
}
