import { type Flag, may, type SessionUser } from '@halyard/domain';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { useDialogId } from '@/lib/page/dialogParam.ts';
import { useOnceOpened } from '@/lib/page/useOnceOpened.ts';

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

const TestPoleDialog = lazyDialog(
  async () => ({
    default: (await import('../poleCheck/TestPoleDialog.tsx')).TestPoleDialog,
  }),
  ({ onClose }) => onClose(),
);

interface FlagDialogsProps {
  user: SessionUser;
  /** The flag to show or edit in its dialog. */
  opened: Flag | null;
  onClose: () => void;
  /** Whether the dialog for a new flag is open. */
  adding?: boolean;
}

/** The dialogs for editing, adding and testing a flag. Each is loaded when it first opens. */
export function FlagDialogs({ user, opened, onClose, adding = false }: FlagDialogsProps) {
  const editUsed = useOnceOpened(opened !== null);
  const addUsed = useOnceOpened(adding);
  const [testing, setTesting] = useDialogId('test');
  // The flag whose new key is on screen, with its checklist next to it. After a reload, only the
  // checklist opens.
  const [made, setMade] = useState<string | null>(null);
  const isTestOpen = testing !== null && testing !== made && may(user, 'flag.switch');
  return (
    <Suspense fallback={null}>
      {editUsed && (
        <EditFlagDialog user={user} flag={opened} onClose={onClose} onTest={setTesting} />
      )}
      {addUsed && (
        <AddFlagDialog
          user={user}
          open={adding}
          onClose={onClose}
          onMade={(id) => {
            setMade(id);
            setTesting(id);
          }}
        />
      )}
      {isTestOpen && <TestPoleDialog flagId={testing} onClose={() => setTesting(null)} />}
    </Suspense>
  );
}
