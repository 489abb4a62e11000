import { t } from '@lingui/core/macro';
import { useFormContext } from 'react-hook-form';
import { NO_COMPANY } from './emptyChoice.ts';
import { RecordSelect, useHasNoRecords } from './RecordSelect.tsx';
import { FormField } from './ui/form.tsx';

interface CompanyFieldProps {
  /**
   * Called when the user chooses a company, so that the fields that depend on the company can be
   * updated.
   */
  onChosen?: (companyId: string) => void;
  /** The name of the initially chosen company. */
  chosenName?: string | undefined;
}

/** A form field that offers the companies that this user may see. */
export function CompanyField({ onChosen, chosenName }: CompanyFieldProps) {
  const form = useFormContext<{ companyId: string }>();
  const none = useHasNoRecords('companies');
  return (
    <FormField
      form={form}
      name="companyId"
      label={t`Company`}
      required
      hint={none ? NO_COMPANY : undefined}
    >
      {({ onChange, ...control }) => (
        <RecordSelect
          {...control}
          kind="companies"
          chosenName={chosenName}
          placeholder={t`Select a company`}
          disabled={none}
          onValueChange={(value) => {
            onChange(value);
            onChosen?.(value);
          }}
        />
      )}
    </FormField>
  );
}
