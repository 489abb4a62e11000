import { type Company, type CompanyCreate, companyCreate, inlineState } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { AddressFields } from '@/components/AddressFields.tsx';
import { FormFrame, type FormFrameProps } from '@/components/FormFrame.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input, Textarea } from '@/components/ui/Input.tsx';
import { Optional } from '@/components/ui/Label.tsx';

const inlineSchema = companyCreate.extend({ state: inlineState });

interface CompanyFormProps
  extends Pick<
    FormFrameProps<CompanyCreate, CompanyCreate>,
    'pending' | 'problem' | 'onSubmit' | 'onCancel'
  > {
  /** The company to edit; omitted for a new one. */
  company?: Company;
}

/** The form for a company: name, address, phone and description. */
export function CompanyForm({ company, ...frame }: CompanyFormProps) {
  const initial = {
    name: company?.name ?? '',
    address1: company?.address1 ?? '',
    address2: company?.address2 ?? '',
    city: company?.city ?? '',
    state: company?.state ?? '',
    zip: company?.zip ?? '',
    phone: company?.phone ?? '',
    description: company?.description ?? '',
  };
  const form = useZodForm(
    company ? inlineSchema : companyCreate,
    initial,
    `company ${company?.id ?? ''}`,
  );
  return (
    <FormFrame form={form} submitLabel={company ? t`Save` : t`Add Company`} {...frame}>
      <FormField form={form} name="name" label={t`Name`} required>
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      <AddressFields labels={{ address1: t`Address 1`, zip: t`ZIP code` }} />
      <FormField form={form} name="description" label={<Optional>{t`Description`}</Optional>}>
        {({ value, ...control }) => <Textarea {...control} value={value ?? ''} />}
      </FormField>
    </FormFrame>
  );
}
