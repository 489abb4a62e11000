import { t } from '@lingui/core/macro';
import { useFormContext } from 'react-hook-form';
import { NO_COMPANY } from './emptyChoice.ts';
import { RecordSelect, useHasNoRecords } from './RecordSelect.tsx';
import { FormField } from './ui/form.tsx';

interface CompanyFieldProps {
  /** Called after the user chooses another company, to update fields that depend on the company. */
  onChosen?: (companyId: string) => void;
  /** The name of the company that is chosen when the form opens. */
  chosenName?: string | undefined;
}

/**
 * A field for the company, inside a form. It offers the companies that the server lists for this
 * user.
 */
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
