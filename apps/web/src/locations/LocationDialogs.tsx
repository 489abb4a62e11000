import type { Location, SessionUser } from '@halyard/domain';
import { Suspense } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { useOnceOpened } from '@/lib/page/useOnceOpened.ts';
import { DeleteLocationDialog } from './DeleteLocationDialog.tsx';
import type { FailureWords } from './useSaveLocation.ts';

const AddLocationDialog = lazyDialog(
  async () => ({
    default: (await import('./LocationDialog.tsx')).AddLocationDialog,
  }),
  ({ onClose }) => onClose(),
);
const EditLocationDialog = lazyDialog(
  async () => ({
    default: (await import('./LocationDialog.tsx')).EditLocationDialog,
  }),
  ({ onClose }) => onClose(),
);

interface LocationDialogsProps {
  user: SessionUser;
  adding?: boolean;
  /** The location whose edit dialog is open. */
  opened: Location | null;
  /** The location whose deletion awaits confirmation. */
  deleting: Location | null;
  failureWords: FailureWords;
  onClose: () => void;
}

/** The dialogs of a list of locations. Each form is loaded when it first opens. */
export function LocationDialogs(props: LocationDialogsProps) {
  const { user, adding = false, opened, deleting, failureWords, onClose } = props;
  const addUsed = useOnceOpened(adding);
  const editUsed = useOnceOpened(opened !== null);
  return (
    <>
      <Suspense fallback={null}>
        {addUsed && <AddLocationDialog user={user} open={adding} onClose={onClose} />}
        {editUsed && (
          <EditLocationDialog
            user={user}
            location={opened}
            failureWords={failureWords}
            onClose={onClose}
          />
        )}
      </Suspense>
      <DeleteLocationDialog location={deleting} onClose={onClose} />
    </>
  );
}
