import { type OrderSource, sourceSecret } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { FormFrame } from '@/components/FormFrame.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { Optional } from '@/components/ui/Label.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useRenewSecret } from '../sourceActions.ts';

interface NewSecretFormProps {
  source: OrderSource;
  onCancel: () => void;
  /**
   * Called with the changed webhook. If the server created the new secret, the webhook contains it.
   */
  onChanged: (source: OrderSource) => void;
}

/** The prefix of every webhook secret (Standard Webhooks). */
const SECRET_PREFIX = 'whsec_';

/** Gives a webhook a new secret: one that Halyard creates, or one from the sending system. */
export function NewSecretForm({ source, onCancel, onChanged }: NewSecretFormProps) {
  const form = useZodForm(sourceSecret, { secret: '' });
  const renew = useRenewSecret(source.id, onChanged);
  return (
    <FormFrame
      form={form}
      submitLabel={t`Change secret`}
      pending={renew.isPending}
      problem={problemText(renew.error)}
      onSubmit={(body) => renew.mutate(body)}
      onCancel={onCancel}
      cancelLabel={t`Back`}
    >
      <FormField
        form={form}
        name="secret"
        label={<Optional>{t`The other system’s secret`}</Optional>}
        hint={t`Leave empty to generate a secret. Enter one only if the other system (such as another Halyard server) already created it.`}
      >
        {({ value, ...control }) => (
          <Input
            {...control}
            value={value ?? ''}
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
            placeholder={SECRET_PREFIX}
          />
        )}
      </FormField>
    </FormFrame>
  );
}
