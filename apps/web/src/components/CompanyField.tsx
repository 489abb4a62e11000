import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { companiesQuery } from '@/lib/query.ts';
import { FormField } from './ui/form.tsx';
import { Select } from './ui/select.tsx';

interface CompanyFieldProps {
  /** After a choice, for what depends on the company. */
  onChosen?: (companyId: string) => void;
}

/** For the form around it: the companies that the person may choose; the server lists those alone. */
export function CompanyField({ onChosen }: CompanyFieldProps) {
  const form = useFormContext<{ companyId: string }>();
  const companies = useQuery(companiesQuery());
  const options = (companies.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormField form={form} name="companyId" label="Company" required>
      {({ onChange, ...control }) => (
        <Select
          {...control}
          options={options}
          placeholder="Select a company"
          onValueChange={(value) => {
            onChange(value);
            onChosen?.(value);
          }}
        />
      )}
    </FormField>
  );
}
