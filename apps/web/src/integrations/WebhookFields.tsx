import { EVENT_TYPES, type EventType } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useFormContext } from 'react-hook-form';
import { CheckLine } from '@/components/ui/CheckLine.tsx';
import { FormField } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { EVENT_LABELS } from './words.ts';

interface WebhookValues {
  url: string;
  eventTypes: EventType[];
}

/** The fields for a webhook's URL and events, inside a form. */
export function WebhookFields() {
  const form = useFormContext<WebhookValues>();
  return (
    <>
      <FormField form={form} name="url" label={t`Address`} required>
        {(control) => (
          <Input
            {...control}
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://example.com/halyard"
          />
        )}
      </FormField>
      <FormField form={form} name="eventTypes" label={t`Events`} required>
        {({ value, onChange, ref: _, name: __, onBlur: ___, ...control }) => (
          <EventChoice {...control} value={value} onChange={onChange} />
        )}
      </FormField>
    </>
  );
}

interface EventChoiceProps {
  value: readonly EventType[];
  onChange: (value: EventType[]) => void;
  id: string;
}

function EventChoice({ value, onChange, id }: EventChoiceProps) {
  const toggle = (type: EventType) =>
    onChange(value.includes(type) ? value.filter((one) => one !== type) : [...value, type]);
  return (
    <fieldset id={id} className="grid rounded-md border border-control py-1 sm:grid-cols-2">
      <legend className="sr-only">
        <Trans>Events</Trans>
      </legend>
      {EVENT_TYPES.map((type) => (
        <CheckLine
          key={type}
          checked={value.includes(type)}
          onChange={() => toggle(type)}
          className="px-3 hover:bg-muted"
        >
          {EVENT_LABELS[type]}
        </CheckLine>
      ))}
    </fieldset>
  );
}
