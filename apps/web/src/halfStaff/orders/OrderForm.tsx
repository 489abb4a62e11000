import {
  AUTHORITIES,
  AUTHORITY_LABELS,
  type Authority,
  COMPANY_AUTHORITIES,
  FILL_IN_BLANK,
  isOperator,
  localDate,
  NAME_BLANK,
  ORDER_KINDS,
  type Order,
  type OrderScope,
  type OrderTerms,
  orderTerms,
  type SessionUser,
  type TemplateTerms,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode, Ref } from 'react';
import { Controller, type DefaultValues, type UseFormReturn, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { FormFrame, type FormFrameProps } from '@/components/FormFrame.tsx';
import { Field, type FieldControlProps } from '@/components/ui/Field.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input, Textarea } from '@/components/ui/Input.tsx';
import { Optional } from '@/components/ui/Label.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { firstMessage } from '@/lib/forms/firstMessage.ts';
import { emptyScope } from '../data/emptyScope.ts';
import { TemplateSelect } from '../templates/TemplateSelect.tsx';
import { type TermsLike, termsFrom } from '../templates/termsLike.ts';
import { FieldSource } from './FieldSource.tsx';
import { END_KINDS, MomentControl, START_KINDS } from './MomentControl.tsx';
import { KIND_LABELS } from './orderTexts.ts';
import { ReadingFrame } from './ReadingFrame.tsx';
import {
  isEmptyValue,
  localNoon,
  READ_FIELDS,
  type ReadField,
  type Reading,
  rangesOf,
  readingValues,
} from './reading.ts';
import { ScopeControl } from './ScopeControl.tsx';

type Terms = z.input<typeof orderTerms>;
type TermsForm = UseFormReturn<Terms, unknown, OrderTerms>;

interface OrderFormProps
  extends Pick<
    FormFrameProps<Terms, OrderTerms>,
    'pending' | 'problem' | 'onSubmit' | 'onCancel' | 'submitLabel' | 'cancelLabel'
  > {
  user: SessionUser;
  /** The order to edit; null for a new one. */
  order: Order | null;
  /** A new order's initial terms, if it is copied from an earlier one. */
  like?: TermsLike | null;
  /** A document's text and the order found in it, to fill in the form for a new order. */
  reading?: Reading;
  /** A notice to show above the fields, if the order was found in a document. */
  notice?: ReactNode;
}

/** For each authority, the scope that its orders usually have. */
const USUAL_SCOPES: Record<Authority, OrderScope['kind']> = {
  president: 'all',
  governor: 'states',
  'mayor-dc': 'states',
  county: 'locations',
  city: 'locations',
  company: 'companies',
};

const KINDS = ORDER_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

/** The form for an order: authority, reason, poles, start and end. */
export function OrderForm({ user, order, like, reading, notice, ...frame }: OrderFormProps) {
  const form = useZodForm<Terms, OrderTerms>(
    orderTerms,
    reading
      ? (readingValues(reading, user) as DefaultValues<Terms>)
      : defaultsOf(order ?? like ?? null, user),
  );
  const { firstEmpty, sourceOf } = useSources(form, reading, user);
  const isFromScratch = order === null && !like && reading === undefined;
  const applyTemplate = useTemplate(form, user);
  const authorities = isOperator(user.role) ? AUTHORITIES : COMPANY_AUTHORITIES;
  const fields = (
    <>
      {isFromScratch && <TemplateSelect user={user} onChoose={applyTemplate} />}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField form={form} name="kind" label={t`Kind`} hint={sourceOf('kind')} required>
          {({ onChange, ...control }) => (
            <Select {...control} options={KINDS} placeholder={t`Choose`} onValueChange={onChange} />
          )}
        </FormField>
        <FormField
          form={form}
          name="authority"
          label={t`Ordered by`}
          hint={sourceOf('authority')}
          required
        >
          {({ onChange, ...control }) => (
            <Select
              {...control}
              options={authorities.map((value) => ({ value, label: AUTHORITY_LABELS[value] }))}
              placeholder={t`Choose`}
              onValueChange={(authority) => {
                onChange(authority);
                // Until the user chooses poles, the authority determines the scope, unless the
                // order is read from text or copied from an earlier order.
                if (
                  order === null &&
                  !like &&
                  reading === undefined &&
                  isOperator(user.role) &&
                  !form.getFieldState('scope').isDirty
                )
                  form.resetField('scope', {
                    defaultValue: emptyScope(USUAL_SCOPES[authority as Authority], user),
                  });
              }}
            />
          )}
        </FormField>
      </div>
      <FormField form={form} name="reason" label={t`Reason`} hint={sourceOf('reason')} required>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            onFocus={({ currentTarget: text }) => {
              // The user only types the name.
              const at = text.value.indexOf(NAME_BLANK);
              if (at >= 0) text.setSelectionRange(at, at + NAME_BLANK.length);
            }}
          />
        )}
      </FormField>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField
          form={form}
          name="issuedAt"
          label={t`Issued on`}
          hint={sourceOf('issuedAt')}
          required
        >
          {({ value, onChange, ...control }) => (
            <Input
              {...control}
              type="date"
              className="tabular-nums"
              value={isEmptyValue(value) ? '' : localDate(value)}
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
      <PartField form={form} name="scope" label={t`Applies to`} hint={sourceOf('scope')}>
        {(control, value, onChange) => (
          <ScopeControl {...control} user={user} value={value} onChange={onChange} />
        )}
      </PartField>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <PartField form={form} name="starts" label={t`Starts`} hint={sourceOf('starts')}>
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
        <PartField form={form} name="ends" label={t`Ends`} hint={sourceOf('ends')}>
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
    </>
  );
  return (
    <FormFrame
      form={form}
      {...frame}
      onSubmit={(terms) => {
        if (!terms.reason.includes(NAME_BLANK)) return frame.onSubmit(terms);
        form.setError('reason', { message: FILL_IN_BLANK }, { shouldFocus: true });
      }}
    >
      {reading ? (
        <>
          {notice}
          <ReadingFrame reading={reading} firstEmpty={firstEmpty}>
            {fields}
          </ReadingFrame>
        </>
      ) : (
        fields
      )}
    </FormFrame>
  );
}

/** Returns a function that fills in the form from a template; null empties the form. */
function useTemplate(form: TermsForm, user: SessionUser) {
  return (template: TemplateTerms | null) => {
    const terms = template ? termsFrom(template, Date.now()) : null;
    const { kind, authority, reason, scope, starts, ends } = defaultsOf(terms, user) as Terms;
    for (const [field, value] of Object.entries({ kind, authority, reason, scope, starts, ends }))
      form.setValue(field as keyof Terms, value, { shouldDirty: template !== null });
    form.clearErrors();
  };
}

/**
 * Returns the first empty field (`firstEmpty`) and the function `sourceOf`, which renders the
 * sentence that states a field's value. `sourceOf` renders nothing if the order was not read from
 * text.
 */
function useSources(form: TermsForm, reading: Reading | undefined, user: SessionUser) {
  const values: Record<string, unknown> = useWatch({ control: form.control });
  const ranges = rangesOf(reading?.order ?? null);
  const isEmpty = (field: ReadField) => isEmptyValue(values[field]);
  const sourceOf = (field: ReadField): ReactNode => {
    // The poles of a company's order do not come from the text.
    const isOwn = !isOperator(user.role) && field === 'scope';
    const range = ranges[field];
    if (!reading || reading.text === '' || isOwn || (!range && !isEmpty(field))) return undefined;
    return <FieldSource text={reading.text} range={range} />;
  };
  return { sourceOf, firstEmpty: READ_FIELDS.find(isEmpty) ?? null };
}

interface PartFieldProps<Name extends 'scope' | 'starts' | 'ends'> {
  form: TermsForm;
  name: Name;
  label: string;
  hint: ReactNode;
  children: (
    control: FieldControlProps & { ref: Ref<HTMLButtonElement> },
    value: Terms[Name],
    onChange: (value: Terms[Name]) => void,
  ) => ReactNode;
}

/**
 * A field with several inputs, such as a date and a time. The first error of any input is shown
 * below them.
 */
function PartField<Name extends 'scope' | 'starts' | 'ends'>({
  form,
  name,
  label,
  hint,
  children,
}: PartFieldProps<Name>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          name={name}
          hint={hint}
          required
          error={firstMessage(fieldState.error)}
        >
          {(control) =>
            children(
              // When the form is rejected, the first error gets focus.
              { ...control, ref: field.ref },
              field.value as Terms[Name],
              field.onChange,
            )
          }
        </Field>
      )}
    />
  );
}

function defaultsOf(order: Order | TermsLike | null, user: SessionUser): DefaultValues<Terms> {
  const isMaster = isOperator(user.role);
  const today = localDate(Date.now());
  return {
    kind: order?.kind ?? 'half',
    authority: order?.authority ?? (isMaster ? 'president' : 'company'),
    reason: order?.reason ?? '',
    issuedAt: order?.issuedAt ?? Date.now(),
    sourceUrl: order && 'sourceUrl' in order ? order.sourceUrl : null,
    scope: order?.scope ?? emptyScope(isMaster ? 'all' : 'companies', user),
    starts: order?.starts ?? { kind: 'sunrise', date: today },
    ends: order?.ends ?? { kind: 'sunset', date: today },
  };
}
