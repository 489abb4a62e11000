import { FLOWN_FLAG_LABELS, type Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { Input } from '@/components/ui/Input.tsx';

interface FlagDetailsProps {
  flag: Flag;
  onClose: () => void;
  /** Content below the flag's fields. */
  children?: ReactNode;
}

/** A flag's fields, read-only. */
export function FlagFields({ flag }: { flag: Flag }) {
  const fields = [
    [t`Name`, flag.name],
    [t`Flag ID`, flag.flagId],
    [t`Company`, flag.company],
    [t`Location`, flag.location],
    [t`Flag flown`, FLOWN_FLAG_LABELS[flag.flies]],
  ] as const;
  return fields.map(([label, value]) => (
    <Field key={label} label={label}>
      {(control) => <Input {...control} readOnly value={value} />}
    </Field>
  ));
}

/**
 * A read-only view of a flag's fields. The flag's dialog shows it to users who are not allowed to
 * edit the flag.
 */
export function FlagDetails({ flag, onClose, children }: FlagDetailsProps) {
  return (
    <>
      <DialogBody>
        <FlagFields flag={flag} />
        {children}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}
