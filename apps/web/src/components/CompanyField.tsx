import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { companiesQuery } from '@/lib/api/query.ts';
import { NO_COMPANY } from './emptyChoice.ts';
import { FormField } from './ui/form.tsx';
import { Select } from './ui/Select.tsx';

interface CompanyFieldProps {
  /** Called after the user chooses a company, to update fields that depend on it. */
  onChosen?: (companyId: string) => void;
}

/**
 * A field for the company, inside a form. It offers the companies that the server lists for this
 * user.
 */
export function CompanyField({ onChosen }: CompanyFieldProps) {
  const form = useFormContext<{ companyId: string }>();
  const companies = useQuery(companiesQuery());
  const options = (companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const none = companies.data?.length === 0;
  return (
    <FormField
      form={form}
      name="companyId"
      label={t`Company`}
      required
      hint={none ? NO_COMPANY : undefined}
    >
      {({ onChange, ...control }) => (
        <Select
          {...control}
          options={options}
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
