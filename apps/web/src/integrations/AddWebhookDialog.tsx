import { EVENT_TYPES, may, type SessionUser, webhookCreate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FormFrame } from '@/components/FormFrame.tsx';
import { RecordSelect } from '@/components/RecordSelect.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { problemText } from '@/lib/api/api.ts';
import { useCreateWebhook } from './useWebhooks.ts';
import { WebhookFields } from './WebhookFields.tsx';

interface AddWebhookDialogProps {
  user: SessionUser;
  open: boolean;
  onClose: () => void;
}

/**
 * The option value for all companies. The API uses null instead, but option values must be strings.
 */
const EVERY = '-';
const FIXED = [{ value: EVERY, label: t`All companies` }];

/** Adds a webhook, then shows its secret once. */
export function AddWebhookDialog({ user, open, onClose }: AddWebhookDialogProps) {
  const create = useCreateWebhook();
  const close = () => {
    create.reset();
    onClose();
  };
  const secret = create.data?.secret;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t`Add webhook`}
      description={
        secret === undefined
          ? t`Each event is sent as signed JSON by HTTP POST.`
          : t`Use the secret to verify that deliveries come from this server.`
      }
      keepOpen={secret !== undefined}
    >
      {secret === undefined ? (
        <AddForm user={user} create={create} onCancel={close} />
      ) : (
        <>
          <DialogBody>
            <Copyable label={t`Secret`} value={secret} />
            <p className="text-xs text-muted-foreground">
              <Trans>Copy the secret now; you won’t see it again.</Trans>
            </p>
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" actsOnce onClick={close}>
              <Trans>Done</Trans>
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

interface AddFormProps {
  user: SessionUser;
  create: ReturnType<typeof useCreateWebhook>;
  onCancel: () => void;
}

function AddForm({ user, create, onCancel }: AddFormProps) {
  const isOperator = may(user, 'company.create');
  const form = useZodForm(webhookCreate, {
    url: '',
    eventTypes: [...EVENT_TYPES],
    companyId: user.companyId,
  });
  return (
    <FormFrame
      form={form}
      submitLabel={t`Add webhook`}
      pending={create.isPending}
      problem={problemText(create.error)}
      onSubmit={(values) => create.mutate(values)}
      onCancel={onCancel}
    >
      <WebhookFields />
      {isOperator && (
        <FormField form={form} name="companyId" label={t`Company`} required>
          {({ value, onChange, ...control }) => (
            <RecordSelect
              {...control}
              kind="companies"
              fixed={FIXED}
              value={value ?? EVERY}
              onValueChange={(next) => onChange(next === EVERY ? null : next)}
            />
          )}
        </FormField>
      )}
    </FormFrame>
  );
}
