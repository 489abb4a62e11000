import type { Flag } from '@halyard/domain';
import { Button } from '@/components/ui/button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/dialog.tsx';
import { Field } from '@/components/ui/field.tsx';
import { Input } from '@/components/ui/input.tsx';

/** The fields of the edit dialog for those who may look only. */
export function FlagDetails({ flag, onClose }: { flag: Flag; onClose: () => void }) {
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
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </>
  );
}
