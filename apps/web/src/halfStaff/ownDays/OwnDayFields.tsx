import type { OwnDayTerms, SessionUser } from '@halyard/domain';
import { ORDER_KINDS, OWN_DAY_WEEKS } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { KIND_LABELS } from '../orders/orderTexts.ts';
import { ScopeControl } from '../orders/ScopeControl.tsx';
import type { OwnDayInput } from './ownDayForm.ts';
import { MONTHS, WEEKDAYS } from './ownDayTexts.ts';

interface OwnDayFieldsProps {
  user: SessionUser;
  form: UseFormReturn<OwnDayInput, unknown, OwnDayTerms>;
}

const KINDS = ORDER_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));
const RULES = [
  { value: 'date', label: t`On a date` },
  { value: 'weekday', label: t`On a weekday` },
];
const MONTH_OPTIONS = MONTHS.map((label, at) => ({ value: String(at + 1), label }));
const WEEKDAY_OPTIONS = WEEKDAYS.map((label, at) => ({ value: String(at), label }));
const WEEK_LABELS: Record<(typeof OWN_DAY_WEEKS)[number], string> = {
  '1': t({ message: 'First', context: 'weekday of a month' }),
  '2': t({ message: 'Second', context: 'weekday of a month' }),
  '3': t({ message: 'Third', context: 'weekday of a month' }),
  '4': t({ message: 'Fourth', context: 'weekday of a month' }),
  last: t({ message: 'Last', context: 'weekday of a month' }),
};
const WEEK_OPTIONS = OWN_DAY_WEEKS.map((value) => ({ value, label: WEEK_LABELS[value] }));

/** The form fields of a custom day: name, kind, date and poles. */
export function OwnDayFields({ user, form }: OwnDayFieldsProps) {
  const kind = useWatch({ control: form.control, name: 'rule.kind' });
  return (
    <>
      <FormField form={form} name="name" label={t`Name`} required>
        {(control) => <Input {...control} autoComplete="off" maxLength={200} />}
      </FormField>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <FormField form={form} name="kind" label={t`Kind`} required>
          {({ onChange, ...control }) => (
            <Select {...control} options={KINDS} onValueChange={onChange} />
          )}
        </FormField>
        <FormField form={form} name="rule.kind" label={t`Every year`} required>
          {({ onChange, ...control }) => (
            <Select {...control} options={RULES} onValueChange={onChange} />
          )}
        </FormField>
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        {kind === 'weekday' && (
          <>
            <FormField form={form} name="rule.week" label={t`Week`} required>
              {({ onChange, ...control }) => (
                <Select {...control} options={WEEK_OPTIONS} onValueChange={onChange} />
              )}
            </FormField>
            <FormField form={form} name="rule.weekday" label={t`Weekday`} required>
              {({ onChange, ...control }) => (
                <Select {...control} options={WEEKDAY_OPTIONS} onValueChange={onChange} />
              )}
            </FormField>
          </>
        )}
        <FormField form={form} name="rule.month" label={t`Month`} required>
          {({ onChange, ...control }) => (
            <Select {...control} options={MONTH_OPTIONS} onValueChange={onChange} />
          )}
        </FormField>
        {kind === 'date' && (
          <FormField form={form} name="rule.day" label={t`Day`} required>
            {(control) => (
              <Input {...control} inputMode="numeric" autoComplete="off" maxLength={2} />
            )}
          </FormField>
        )}
      </div>
      <FormField form={form} name="scope" label={t`Applies to`} required>
        {({ value, onChange, ...control }) => (
          <ScopeControl {...control} user={user} value={value} onChange={onChange} />
        )}
      </FormField>
      <p className="text-xs text-muted-foreground">
        <Trans>
          From sunrise to sunset at each pole. In years without February 29, the day is February 28.
        </Trans>
      </p>
    </>
  );
}
