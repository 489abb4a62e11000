import type { Company } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { InlineForm } from '@/components/InlineForm.tsx';
import { problemText } from '@/lib/api/api.ts';
import { CompanyForm } from './CompanyForm.tsx';
import { useUpdateCompany } from './useSaveCompany.ts';

interface EditCompanyProps {
  company: Company;
  onClose: () => void;
}

export default function EditCompany({ company, onClose }: EditCompanyProps) {
  // The form's values when it opened. Changes by other users update the page, but not the form.
  const [first] = useState(company);
  const update = useUpdateCompany(first, onClose);
  return (
    <InlineForm label={t`Edit Company`} heading="h2">
      <CompanyForm
        company={first}
        pending={update.isPending}
        problem={problemText(update.error)}
        onSubmit={(values) => update.mutate(values)}
        onCancel={onClose}
      />
    </InlineForm>
  );
}
