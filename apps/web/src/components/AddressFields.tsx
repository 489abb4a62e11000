import { US_STATES } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useFormContext } from 'react-hook-form';
import { FormField } from './ui/form.tsx';
import { Input } from './ui/Input.tsx';
import { Optional } from './ui/Label.tsx';
import { Select } from './ui/Select.tsx';

/** The address and phone fields that companies and locations have in common. */
interface AddressInput {
  address1: string;
  address2?: string | null | undefined;
  city: string;
  state: string;
  zip: string;
  phone: string;
}

interface AddressFieldsProps {
  /**
   * The labels of the fields for address and ZIP code, worded as in the specification's error
   * messages.
   */
  labels: { address1: string; zip: string };
  /**
   * The name of the form value that contains the address; omitted if the address fields are at the
   * top level.
   */
  within?: string;
}

const STATES = US_STATES.map(([value, label]) => ({ value, label }));

/** The fields for address and phone, inside a form for a company or location. */
export function AddressFields({ labels, within }: AddressFieldsProps) {
  const form = useFormContext<AddressInput>();
  const at = <Name extends keyof AddressInput>(name: Name) =>
    (within === undefined ? name : `${within}.${name}`) as Name;
  return (
    <>
      <FormField form={form} name={at('address1')} label={labels.address1} required>
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      <FormField form={form} name={at('address2')} label={<Optional>{t`Address 2`}</Optional>}>
        {({ value, ...control }) => <Input {...control} value={value ?? ''} autoComplete="off" />}
      </FormField>
      <div className="grid grid-cols-2 items-start gap-4">
        <FormField
          form={form}
          name={at('city')}
          label={t`City`}
          required
          className="max-sm:col-span-2"
        >
          {(control) => <Input {...control} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name={at('state')}
          label={t`State`}
          required
          className="max-sm:col-span-2"
        >
          {({ onChange, ...control }) => (
            <Select
              {...control}
              options={STATES}
              placeholder={t`Select a state`}
              onValueChange={onChange}
            />
          )}
        </FormField>
        <FormField form={form} name={at('zip')} label={labels.zip} required>
          {(control) => <Input {...control} autoComplete="off" className="tabular-nums" />}
        </FormField>
        <FormField form={form} name={at('phone')} label={t`Phone`} required>
          {(control) => (
            <Input {...control} type="tel" autoComplete="off" className="tabular-nums" />
          )}
        </FormField>
      </div>
    </>
  );
}
