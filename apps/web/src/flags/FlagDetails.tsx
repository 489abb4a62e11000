import type { Flag } from '@halyard/domain';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';

interface FlagDetailsProps {
  flag: Flag;
  onClose: () => void;
  /** Below the fields. */
  children?: ReactNode;
}

/** The fields of the edit dialog for those who may look only. */
export function FlagDetails({ flag, onClose, children }: FlagDetailsProps) {
  const fields = [
    ['Name', flag.name],
    ['Flag ID', flag.flagId],
    ['Company', flag.company],
    ['Location', flag.location],
  ] as const;
  return (
    <>
      <DialogBody>
        {fields.map(([label, value]) => (
          <Field key={label} label={label}>
            {(control) => <Input {...control} readOnly value={value} />}
          </Field>
        ))}
        {children}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </>
  );
}
