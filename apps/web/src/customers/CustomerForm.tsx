import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AddressFields } from '@/components/AddressFields.tsx';
import { FormFrame, type FormFrameProps } from '@/components/FormFrame.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import {
  type CustomerInput,
  type CustomerValues,
  customerForm,
  EMPTY_CUSTOMER,
} from './customerForm.ts';
import { PoleRows } from './PoleRows.tsx';

type CustomerFormProps = Pick<
  FormFrameProps<CustomerInput, CustomerValues>,
  'pending' | 'problem' | 'onSubmit' | 'onCancel'
>;

/** The form for a new customer: company, first user, location and poles. */
export function CustomerForm(frame: CustomerFormProps) {
  const form = useZodForm(customerForm, EMPTY_CUSTOMER, 'customer');
  const [name, address1, city, state, location] = form.watch([
    'name',
    'address1',
    'city',
    'state',
    'location',
  ]);
  const same = [name, address1, [city, state].filter(Boolean).join(', ')].filter(Boolean);
  const change = () => {
    const { address2, zip, phone } = form.getValues();
    const place = { name, address1, address2, city, state, zip, phone };
    form.setValue('location', place, { shouldDirty: true });
  };
  return (
    <FormFrame form={form} submitLabel={t`Add customer`} {...frame}>
      <FormField form={form} name="name" label={t`Company`} required>
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      <AddressFields labels={{ address1: t`Address 1`, zip: t`ZIP code` }} />
      <FormField
        form={form}
        name="email"
        label={t`First user’s email`}
        hint={t`This person will be invited as a company user and will choose a username and password.`}
        required
      >
        {(control) => <Input {...control} type="email" autoComplete="off" />}
      </FormField>
      <fieldset className="grid gap-3 border-t border-border pt-4">
        <legend className="sr-only">
          <Trans>Location</Trans>
        </legend>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0">
            <span aria-hidden="true" className="mr-2 font-semibold">
              <Trans>Location</Trans>
            </span>
            {!location && (
              <span className="break-words text-muted-foreground">
                {same.length > 0 ? same.join(' · ') : t`Same name and address as the company`}
              </span>
            )}
          </p>
          {location ? (
            <Button onClick={() => form.setValue('location', null, { shouldDirty: true })}>
              <Trans>Use company address</Trans>
            </Button>
          ) : (
            <Button onClick={change}>
              <Trans context="verb">Change</Trans>
            </Button>
          )}
        </div>
        {location && (
          <>
            <FormField form={form} name="location.name" label={t`Location name`} required>
              {(control) => <Input {...control} autoComplete="off" />}
            </FormField>
            <AddressFields within="location" labels={{ address1: t`Address`, zip: t`ZIP code` }} />
          </>
        )}
      </fieldset>
      <PoleRows form={form} />
    </FormFrame>
  );
}
