import { inlineState, type Location, locationCreate, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { AddressFields } from '@/components/AddressFields.tsx';
import { CompanyField } from '@/components/CompanyField.tsx';
import { FormFrame, type FormFrameProps } from '@/components/FormFrame.tsx';
import { Field } from '@/components/ui/Field.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { PlaceFields } from './PlaceFields.tsx';
import { useCompanyPlace } from './useCompanyPlace.ts';
import type { LocationValues } from './useSaveLocation.ts';

const schema = locationCreate.omit({ id: true });
const inlineSchema = schema.extend({ state: inlineState });

interface LocationFormProps
  extends Pick<
    FormFrameProps<LocationValues, LocationValues>,
    'pending' | 'problem' | 'onSubmit' | 'onCancel'
  > {
  user: SessionUser;
  /** The location to edit; omitted for a new one. */
  location?: Location;
  /** The company, if the form is on a company's page. The form then has no company field. */
  companyId?: string;
}

/**
 * The form for a location. The company of an existing location cannot be changed (decisions,
 * "Data").
 */
export function LocationForm({ user, location, companyId, ...frame }: LocationFormProps) {
  const initial = {
    name: location?.name ?? '',
    companyId: location?.companyId ?? companyId ?? user.companyId ?? '',
    address1: location?.address1 ?? '',
    address2: location?.address2 ?? '',
    city: location?.city ?? '',
    state: location?.state ?? '',
    zip: location?.zip ?? '',
    phone: location?.phone ?? '',
    ...(location && {
      latitude: location.latitude,
      longitude: location.longitude,
      timeZone: location.timeZone,
      dailyRule: location.dailyRule,
    }),
  };
  const form = useZodForm(
    companyId === undefined ? schema : inlineSchema,
    initial,
    `location ${location?.id ?? ''}`,
  );
  const filledFrom = useCompanyPlace(form, location ? null : form.watch('companyId'));
  return (
    <FormFrame form={form} submitLabel={location ? t`Save` : t`Add Location`} {...frame}>
      <FormField
        form={form}
        name="name"
        label={t`Name`}
        required
        hint={filledFrom && t`Copied from ${filledFrom}. Change what’s different here.`}
      >
        {(control) => <Input {...control} autoComplete="off" />}
      </FormField>
      {location ? (
        <Field label={t`Company`} hint={t`You can’t change a location’s company.`}>
          {(control) => <Input {...control} value={location.company} readOnly />}
        </Field>
      ) : (
        companyId === undefined && <CompanyField />
      )}
      <AddressFields labels={{ address1: t`Address`, zip: t`ZIP code` }} />
      <PlaceFields />
    </FormFrame>
  );
}
