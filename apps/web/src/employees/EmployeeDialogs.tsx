import type { SessionUser, User } from '@halyard/domain';
import { Suspense } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { useOnceOpened } from '@/lib/page/useOnceOpened.ts';
import { DeleteEmployeeDialog } from './DeleteEmployeeDialog.tsx';

const AddEmployeeDialog = lazyDialog(
  async () => ({
    default: (await import('./EmployeeDialog.tsx')).AddEmployeeDialog,
  }),
  ({ onClose }) => onClose(),
);
const EditEmployeeDialog = lazyDialog(
  async () => ({
    default: (await import('./EmployeeDialog.tsx')).EditEmployeeDialog,
  }),
  ({ onClose }) => onClose(),
);

interface EmployeeDialogsProps {
  user: SessionUser;
  /** The company, if the dialogs open on a company's page. */
  companyId?: string;
  adding: boolean;
  /** The user whose edit dialog is open. */
  opened: User | null;
  /** The account whose deletion awaits confirmation. */
  deleting: User | null;
  onClose: () => void;
}

/**
 * The dialogs of a list of employees. The dialogs for adding and editing are loaded when they first
 * open.
 */
export function EmployeeDialogs(props: EmployeeDialogsProps) {
  const { user, companyId, adding, opened, deleting, onClose } = props;
  const addUsed = useOnceOpened(adding);
  const editUsed = useOnceOpened(opened !== null);
  const shared = { user, companyId, onClose };
  return (
    <>
      <Suspense fallback={null}>
        {addUsed && <AddEmployeeDialog {...shared} open={adding} />}
        {editUsed && <EditEmployeeDialog {...shared} employee={opened} />}
      </Suspense>
      <DeleteEmployeeDialog employee={deleting} onClose={onClose} />
    </>
  );
}
