import { AUTHORITIES, AUTHORITY_LABELS, type OrderSource, US_STATES } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useWatch } from 'react-hook-form';
import { FormFrame } from '@/components/FormFrame.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input, Textarea } from '@/components/ui/Input.tsx';
import { Optional } from '@/components/ui/Label.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { problemText } from '@/lib/api/api.ts';
import { ScopeCheckList } from '../../orders/ScopeCheckList.tsx';
import { useAddSource } from '../sourceActions.ts';
import { EMPTY_FORM, NO_AUTHORITY, sourceForm } from './sourceForm.ts';

const KINDS = [
  { value: 'feed', label: t`RSS or Atom feed` },
  { value: 'page', label: t`Web page` },
  { value: 'webhook', label: t`Webhook` },
];
const AUTHORITY_OPTIONS = [
  { value: NO_AUTHORITY, label: t`Any` },
  ...AUTHORITIES.map((value) => ({ value, label: AUTHORITY_LABELS[value] })),
];
const STATES = US_STATES.map(([value, label]) => ({ value, label }));

interface AddSourceFormProps {
  onCancel: () => void;
  onAdded: (source: OrderSource) => void;
}

/** The form that adds a feed, a web page or a webhook as a source of orders. */
export function AddSourceForm({ onCancel, onAdded }: AddSourceFormProps) {
  const form = useZodForm(sourceForm, EMPTY_FORM);
  const kind = useWatch({ control: form.control, name: 'kind' });
  const add = useAddSource(onAdded);
  return (
    <FormFrame
      form={form}
      submitLabel={t`Add source`}
      pending={add.isPending}
      problem={problemText(add.error)}
      onSubmit={(definition) => add.mutate(definition)}
      onCancel={onCancel}
      cancelLabel={t`Back`}
    >
      <FormField
        form={form}
        name="kind"
        label={t`Kind`}
        hint={
          kind === 'webhook' ? t`Another system sends documents, signed with a secret.` : undefined
        }
        required
      >
        {({ onChange, ...control }) => (
          <Select {...control} options={KINDS} onValueChange={onChange} />
        )}
      </FormField>
      <FormField form={form} name="name" label={t`Name`} required>
        {(control) => <Input {...control} autoComplete="off" maxLength={80} />}
      </FormField>
      {kind !== 'webhook' && (
        <FormField form={form} name="url" label={t`Address`} required>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
            />
          )}
        </FormField>
      )}
      {kind === 'page' && (
        <FormField
          form={form}
          name="links"
          label={<Optional>{t`Links`}</Optional>}
          hint={t`Halyard reads only links that start with this path, such as /newsroom/2026/. Leave empty to read the page itself.`}
        >
          {(control) => <Input {...control} autoComplete="off" maxLength={500} />}
        </FormField>
      )}
      <FormField
        form={form}
        name="titleContains"
        label={<Optional>{t`Title contains`}</Optional>}
        hint={t`One phrase per line (for example, half-staff). Leave empty to read every entry.`}
      >
        {(control) => <Textarea {...control} rows={2} />}
      </FormField>
      <FormField form={form} name="authority" label={t`Authority`}>
        {({ onChange, ...control }) => (
          <Select {...control} options={AUTHORITY_OPTIONS} onValueChange={onChange} />
        )}
      </FormField>
      <FormField form={form} name="states" label={<Optional>{t`States`}</Optional>}>
        {({ value, onChange }) => (
          <ScopeCheckList
            label={t`States`}
            searchLabel={t`Search states…`}
            options={STATES}
            value={value}
            onChange={onChange}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="silentDays"
        label={<Optional>{t`Days without new entries`}</Optional>}
        hint={t`Emails masters when the source has no new entries for this many days. Leave empty to turn this off.`}
      >
        {(control) => <Input {...control} inputMode="numeric" autoComplete="off" maxLength={3} />}
      </FormField>
    </FormFrame>
  );
}
