import type { Company } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useDeleteCompany } from './useSaveCompany.ts';

interface DeleteCompanyDialogProps {
  company: Company | null;
  onClose: () => void;
  /** Called after the deletion, before the company's data is refetched. */
  onDeleted?: () => void;
}

/**
 * Asks for confirmation before deleting a company, and lists what will be deleted with it. If the
 * company is not empty, the user has to type its name.
 */
export function DeleteCompanyDialog({ company, onClose, onDeleted }: DeleteCompanyDialogProps) {
  const [typed, setTyped] = useState('');
  const remove = useDeleteCompany(() => {
    setTyped('');
    onClose();
    onDeleted?.();
  });
  const asksName = company !== null && !isEmpty(company);
  const close = () => {
    setTyped('');
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={company !== null}
      onOpenChange={(next) => !next && close()}
      title={t`Delete Company`}
      description={company && warningOf(company)}
      confirmLabel={t`Delete`}
      destructive
      pending={remove.isPending}
      confirmDisabled={asksName && typed.trim() !== company.name.trim()}
      onConfirm={() => company && remove.mutate(company)}
    >
      {asksName && (
        <Field label={t`Type the company’s name to confirm`} className="mt-2">
          {(control) => (
            <Input
              {...control}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      )}
      <FormProblem text={problemText(remove.error)} />
    </ConfirmDialog>
  );
}

const isEmpty = ({ locations, flags, users }: Company) => locations + flags + users === 0;

function warningOf({ name, locations, flags, users }: Company): string {
  return t`Are you sure you want to delete "${name}"? Its locations, flags and users will also be removed: ${plural(
    locations,
    { one: '# location', other: '# locations' },
  )}, ${plural(flags, { one: '# flag', other: '# flags' })}, ${plural(users, {
    one: '# user',
    other: '# users',
  })}. This action cannot be undone.`;
}
