import {
  AUTHORITIES,
  type Authority,
  isOperator,
  localDate,
  ORDER_KINDS,
  type Order,
  type OrderScope,
  type OrderTerms,
  orderTerms,
  partsOf,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Controller, type DefaultValues, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { FormFrame, type FormFrameProps } from '@/components/FormFrame.tsx';
import { Field, type FieldControlProps } from '@/components/ui/Field.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input, Textarea } from '@/components/ui/Input.tsx';
import { Optional } from '@/components/ui/Label.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { END_KINDS, MomentControl, START_KINDS } from './MomentControl.tsx';
import { AUTHORITY_LABELS, KIND_LABELS } from './orderTexts.ts';
import { emptyScope, ScopeControl } from './ScopeControl.tsx';

type Terms = z.input<typeof orderTerms>;
type TermsForm = UseFormReturn<Terms, unknown, OrderTerms>;

interface OrderFormProps
  extends Pick<
    FormFrameProps<Terms, OrderTerms>,
    'pending' | 'problem' | 'onSubmit' | 'onCancel' | 'submitLabel'
  > {
  user: SessionUser;
  /** The order to edit. Null for a new one. */
  order: Order | null;
}

/** The usual scope of an order of each authority. */
const USUAL_SCOPES: Record<Authority, OrderScope['kind']> = {
  president: 'all',
  governor: 'states',
  'mayor-dc': 'states',
  county: 'locations',
  city: 'locations',
  company: 'companies',
};

const KINDS = ORDER_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** The terms of an order: authority, reason, poles, start and end. */
export function OrderForm({ user, order, ...frame }: OrderFormProps) {
  const form = useZodForm<Terms, OrderTerms>(orderTerms, defaultsOf(order, user));
  // A company can order only in its own name.
  const authorities = AUTHORITIES.filter((one) => isOperator(user.role) || one === 'company');
  return (
    <FormFrame form={form} {...frame}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField form={form} name="kind" label={t`Kind`} required>
          {({ onChange, ...control }) => (
            <Select {...control} options={KINDS} onValueChange={onChange} />
          )}
        </FormField>
        <FormField form={form} name="authority" label={t`Ordered by`} required>
          {({ onChange, ...control }) => (
            <Select
              {...control}
              options={authorities.map((value) => ({ value, label: AUTHORITY_LABELS[value] }))}
              onValueChange={(authority) => {
                onChange(authority);
                // Until the user chooses the poles, the authority determines the scope.
                if (order === null && isOperator(user.role) && !form.getFieldState('scope').isDirty)
                  form.resetField('scope', {
                    defaultValue: emptyScope(USUAL_SCOPES[authority as Authority], user),
                  });
              }}
            />
          )}
        </FormField>
      </div>
      <FormField form={form} name="reason" label={t`Reason`} required>
        {(control) => <Textarea {...control} rows={2} maxLength={500} />}
      </FormField>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField form={form} name="issuedAt" label={t`Issued on`} required>
          {({ value, onChange, ...control }) => (
            <Input
              {...control}
              type="date"
              className="tabular-nums"
              value={localDate(value)}
              onChange={(event) => event.target.value && onChange(localNoon(event.target.value))}
            />
          )}
        </FormField>
        <FormField form={form} name="sourceUrl" label={<Optional>{t`Source`}</Optional>}>
          {({ value, onChange, ...control }) => (
            <Input
              {...control}
              type="url"
              placeholder="https://"
              value={value ?? ''}
              onChange={(event) => onChange(event.target.value || null)}
            />
          )}
        </FormField>
      </div>
      <PartField form={form} name="scope" label={t({ message: 'For', context: 'poles' })}>
        {(control, value, onChange) => (
          <ScopeControl {...control} user={user} value={value} onChange={onChange} />
        )}
      </PartField>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <PartField form={form} name="starts" label={t`Starts`}>
          {(control, value, onChange) => (
            <MomentControl
              {...control}
              dateLabel={t`Starts on`}
              timeLabel={t`Starts at`}
              value={value}
              onChange={(moment) => onChange(moment as Terms['starts'])}
              kinds={START_KINDS}
            />
          )}
        </PartField>
        <PartField form={form} name="ends" label={t`Ends`}>
          {(control, value, onChange) => (
            <MomentControl
              {...control}
              dateLabel={t`Ends on`}
              timeLabel={t`Ends at`}
              value={value}
              onChange={(moment) => onChange(moment as Terms['ends'])}
              kinds={END_KINDS}
            />
          )}
        </PartField>
      </div>
      <p className="text-xs text-muted-foreground">
        <Trans>Times are local to each pole. Poles scheduled to be down stay down.</Trans>
      </p>
    </FormFrame>
  );
}

interface PartFieldProps<Name extends 'scope' | 'starts' | 'ends'> {
  form: TermsForm;
  name: Name;
  label: string;
  children: (
    control: FieldControlProps,
    value: Terms[Name],
    onChange: (value: Terms[Name]) => void,
  ) => ReactNode;
}

/** A field of an order that has several parts. The first error among the parts appears below it. */
function PartField<Name extends 'scope' | 'starts' | 'ends'>({
  form,
  name,
  label,
  children,
}: PartFieldProps<Name>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} required error={firstMessage(fieldState.error)}>
          {(control) => children(control, field.value as Terms[Name], field.onChange)}
        </Field>
      )}
    />
  );
}

function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const [key, part] of Object.entries(error)) {
    const message = key === 'ref' ? undefined : firstMessage(part);
    if (message !== undefined) return message;
  }
  return undefined;
}

/** Returns noon of a civil date in the reader's time zone, in epoch milliseconds. */
function localNoon(date: string): number {
  const [year, month, day] = partsOf(date);
  return new Date(year, month - 1, day, 12).getTime();
}

function defaultsOf(order: Order | null, user: SessionUser): DefaultValues<Terms> {
  const isMaster = isOperator(user.role);
  const today = localDate(Date.now());
  return {
    kind: order?.kind ?? 'half',
    authority: order?.authority ?? (isMaster ? 'president' : 'company'),
    reason: order?.reason ?? '',
    issuedAt: order?.issuedAt ?? Date.now(),
    sourceUrl: order?.sourceUrl ?? null,
    scope: order?.scope ?? emptyScope(isMaster ? 'all' : 'companies', user),
    starts: order?.starts ?? { kind: 'sunrise', date: today },
    ends: order?.ends ?? { kind: 'sunset', date: today },
  };
}
