import { MAX_CUSTOMER_POLES, proposedFlagId } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { Plus, Trash2 } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { type CustomerInput, type CustomerValues, EMPTY_POLE } from './customerForm.ts';

interface PoleRowsProps {
  form: UseFormReturn<CustomerInput, unknown, CustomerValues>;
}

/**
 * The customer's poles. Each flag ID is derived from the pole's name until someone edits the ID.
 */
export function PoleRows({ form }: PoleRowsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'poles' });
  useProposedIds(form, fields);
  return (
    <fieldset className="grid gap-3 border-t border-border pt-4">
      <legend className="sr-only">
        <Trans>Poles</Trans>
      </legend>
      <p aria-hidden="true" className="font-semibold">
        <Trans>Poles</Trans>
      </p>
      {fields.map(({ id }, at) => (
        <div key={id} className="flex items-start gap-2">
          <div className="grid flex-1 grid-cols-1 items-start gap-3 sm:grid-cols-2">
            <FormField
              form={form}
              name={`poles.${at}.name`}
              label={t`Pole ${{ number: at + 1 }}`}
              required
            >
              {(control) => (
                <Input {...control} autoComplete="off" placeholder={t`Main Entrance`} />
              )}
            </FormField>
            <FormField
              form={form}
              name={`poles.${at}.flagId`}
              label={t`Flag ID for pole ${{ number: at + 1 }}`}
              required
            >
              {(control) => (
                <Input {...control} autoComplete="off" spellCheck={false} className="font-mono" />
              )}
            </FormField>
          </div>
          <Button
            variant="ghost"
            size="icon"
            className="mt-6"
            aria-label={t`Remove pole ${{ number: at + 1 }}`}
            onClick={() => remove(at)}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      ))}
      {fields.length === 0 && (
        <p className="text-muted-foreground">
          <Trans>No poles yet. You can add them later.</Trans>
        </p>
      )}
      {fields.length < MAX_CUSTOMER_POLES && (
        <Button className="justify-self-start" onClick={() => append(EMPTY_POLE)}>
          <Plus aria-hidden="true" />
          <Trans>Add pole</Trans>
        </Button>
      )}
    </fieldset>
  );
}

/** Updates the flag ID of a pole when the pole's name changes, unless someone has edited the ID. */
function useProposedIds(form: PoleRowsProps['form'], fields: readonly { id: string }[]): void {
  const proposed = useRef(new Map<string, string>());
  const [company, poles] = form.watch(['name', 'poles']);
  const { setValue } = form;
  const { isSubmitted } = form.formState;
  // Runs after each render because the form changes `poles` in place.
  useEffect(() => {
    const taken: string[] = [];
    for (const [at, { id }] of fields.entries()) {
      const { name = '', flagId = '' } = poles[at] ?? {};
      const others = poles.flatMap((pole, other) => (other > at ? pole.flagId : []));
      const next = name === '' ? '' : proposedFlagId(company, name, [...taken, ...others]);
      const isOurs = flagId === (proposed.current.get(id) ?? '');
      if (isOurs) proposed.current.set(id, next);
      if (isOurs && flagId !== next)
        setValue(`poles.${at}.flagId`, next, {
          shouldDirty: true,
          // Also clears the error for a missing ID.
          shouldValidate: isSubmitted,
        });
      taken.push(isOurs ? next : flagId);
    }
  });
}
