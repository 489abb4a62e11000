import {
  DEFAULT_FLOWN_FLAG,
  DEFAULT_MOVE_TIMEOUT_SECONDS,
  FLOWN_FLAG_LABELS,
  FLOWN_FLAGS,
  type Flag,
  MAX_MOVE_TIMEOUT_SECONDS,
  MIN_MOVE_TIMEOUT_SECONDS,
  may,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { CompanyField } from '@/components/CompanyField.tsx';
import { NO_LOCATION_HERE } from '@/components/emptyChoice.ts';
import { RecordSelect, useHasNoRecords } from '@/components/RecordSelect.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { AdoptField } from './AdoptField.tsx';
import { type FlagValues, flagFormSchema } from './flagFormSchema.ts';

interface FlagFormProps {
  user: SessionUser;
  /** The flag to edit; omitted for a new one. */
  flag?: Flag | undefined;
  pending: boolean;
  /** The server's error for the last attempt to save; null if there is none. */
  problem: { field: 'flagId' | null; text: string } | null;
  onSubmit: (values: FlagValues) => void;
  onCancel: () => void;
  /** Content below the form's fields. */
  children?: ReactNode;
}

const FLOWN = FLOWN_FLAGS.map((value) => ({ value, label: FLOWN_FLAG_LABELS[value] }));
const SUBMIT_LABELS = { add: t`Add Flag`, edit: t`Save` };

/**
 * The form for a flag: name, flag ID, company, location, and the kind of flag on the pole, such as
 * the US flag. Offers only locations of the chosen company (spec §5).
 */
export function FlagForm({
  user,
  flag,
  pending,
  problem,
  onSubmit,
  onCancel,
  children,
}: FlagFormProps) {
  const mayMove = may(user, 'flag.move');
  const initial = {
    name: flag?.name ?? '',
    flagId: flag?.flagId ?? '',
    companyId: flag?.companyId ?? (mayMove ? '' : (user.companyId ?? '')),
    locationId: flag?.locationId ?? '',
    flies: flag?.flies ?? DEFAULT_FLOWN_FLAG,
    moveTimeout: String(flag?.live.moveTimeout ?? DEFAULT_MOVE_TIMEOUT_SECONDS),
    serverSteps: flag?.live.serverSteps ?? false,
  };
  const form = useZodForm(flagFormSchema, initial, `flag ${flag?.id ?? ''}`);
  const companyId = useWatch({ control: form.control, name: 'companyId' });
  const { setError } = form;
  useEffect(() => {
    if (problem?.field) setError(problem.field, { message: problem.text }, { shouldFocus: true });
  }, [problem, setError]);

  const hasNoLocation = useHasNoRecords('locations', { companyId }, companyId !== '');

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(onSubmit)(event)}>
        <Edited when={form.formState.isDirty} />
        <DialogBody>
          <FormField form={form} name="name" label={t`Name`} required>
            {(control) => <Input {...control} autoComplete="off" />}
          </FormField>
          <FormField
            form={form}
            name="flagId"
            label={t`Flag ID`}
            required
            hint={
              !mayMove
                ? undefined
                : flag
                  ? t`Changing this ID revokes the pole’s keys.`
                  : t`The ID in the pole’s firmware. Use letters, digits and - _ :`
            }
          >
            {(control) => (
              <Input
                {...control}
                readOnly={!mayMove}
                autoComplete="off"
                spellCheck={false}
                className="font-mono md:text-[0.8125rem]"
              />
            )}
          </FormField>
          {!flag && <AdoptField form={form} />}
          {mayMove ? (
            <CompanyField
              onChosen={() => form.setValue('locationId', '')}
              chosenName={companyId === flag?.companyId ? flag?.company : undefined}
            />
          ) : (
            <FormField form={form} name="companyId" label={t`Company`}>
              {({ value: _, ...control }) => (
                <Input {...control} value={flag?.company ?? ''} readOnly />
              )}
            </FormField>
          )}
          <FormField
            form={form}
            name="locationId"
            label={t`Location`}
            required
            hint={hasNoLocation ? NO_LOCATION_HERE : undefined}
          >
            {({ onChange, ref, ...control }) => (
              <RecordSelect
                {...control}
                ref={ref}
                kind="locations"
                companyId={companyId}
                chosenName={control.value === flag?.locationId ? flag?.location : undefined}
                placeholder={companyId === '' ? t`Select a company first` : t`Select a location`}
                disabled={companyId === '' || hasNoLocation}
                onValueChange={onChange}
              />
            )}
          </FormField>
          <FormField
            form={form}
            name="flies"
            label={t`Flag flown`}
            hint={t`Each company chooses which orders its flags follow.`}
          >
            {({ onChange, value, ...control }) => (
              <Select
                {...control}
                value={value ?? DEFAULT_FLOWN_FLAG}
                options={FLOWN}
                onValueChange={onChange}
              />
            )}
          </FormField>
          {flag && mayMove && (
            <FormField
              form={form}
              name="moveTimeout"
              label={t`Move timeout (seconds)`}
              required
              hint={t`Seconds to wait for the pole to confirm: ${{ least: MIN_MOVE_TIMEOUT_SECONDS }} to ${{ most: MAX_MOVE_TIMEOUT_SECONDS }}.`}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  autoComplete="off"
                  className="tabular-nums"
                />
              )}
            </FormField>
          )}
          {flag && mayMove && (
            <FormField
              form={form}
              name="serverSteps"
              label={t`Step by step`}
              hint={t`Raise to the top first (turn on if the pole doesn’t do this itself)`}
            >
              {({ value, onChange, ...control }) => (
                <Switch {...control} checked={value} onCheckedChange={onChange} />
              )}
            </FormField>
          )}
          <FormProblem text={problem?.field === null ? problem.text : null} />
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" pending={pending}>
            {SUBMIT_LABELS[flag ? 'edit' : 'add']}
          </Button>
        </DialogFooter>
      </form>
    </FormProvider>
  );
}
