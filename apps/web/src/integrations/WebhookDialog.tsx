import { type Webhook, webhookUpdate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { FormFrame } from '@/components/FormFrame.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { Dialog, DialogBody } from '@/components/ui/Dialog.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Switch } from '@/components/ui/Switch.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/Tabs.tsx';
import { problemText } from '@/lib/api/api.ts';
import { Deliveries } from './Deliveries.tsx';
import { useDeleteWebhook, useUpdateWebhook } from './useWebhooks.ts';
import { WebhookFields } from './WebhookFields.tsx';

interface WebhookDialogProps {
  webhook: Webhook;
  onClose: () => void;
}

/** The settings and deliveries of one webhook. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteWebhook(onClose);
  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => !next && onClose()}
        title={t`Webhook`}
        description={<span className="font-mono break-all">{webhook.url}</span>}
        className="max-w-2xl"
      >
        <Tabs defaultValue="log" className="flex min-h-0 flex-col">
          <TabsList aria-label={t`Webhook`} className="shrink-0 px-4 pt-1">
            <TabsTrigger value="log">
              <Trans>Deliveries</Trans>
            </TabsTrigger>
            <TabsTrigger value="settings">
              <Trans>Settings</Trans>
            </TabsTrigger>
          </TabsList>
          <TabsContent value="log" className="min-h-0 overflow-y-auto pt-0">
            <DialogBody>
              <Deliveries webhook={webhook} />
            </DialogBody>
          </TabsContent>
          <TabsContent value="settings" className="min-h-0 overflow-y-auto pt-0">
            <Settings webhook={webhook} onClose={onClose} onDelete={() => setDeleting(true)} />
          </TabsContent>
        </Tabs>
      </Dialog>
      <ConfirmDialog
        open={deleting}
        onOpenChange={(next) => !next && setDeleting(false)}
        title={t`Delete webhook`}
        description={t`Delete the webhook for ${{ address: webhook.url }} and its history?`}
        confirmLabel={t`Delete`}
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate(webhook)}
      >
        <FormProblem text={problemText(remove.error)} />
      </ConfirmDialog>
    </>
  );
}

function Settings({ webhook, onClose, onDelete }: WebhookDialogProps & { onDelete: () => void }) {
  const { url, eventTypes, isOn } = webhook;
  const update = useUpdateWebhook(webhook, onClose);
  const form = useZodForm(webhookUpdate, { url, eventTypes, isOn });
  return (
    <FormFrame
      form={form}
      submitLabel={t`Save`}
      pending={update.isPending}
      problem={problemText(update.error)}
      onSubmit={(values) => update.mutate(values)}
      onCancel={onClose}
    >
      <WebhookFields />
      <FormField
        form={form}
        name="isOn"
        label={t({ message: 'On', context: 'switched' })}
        hint={t`Events that occur while the webhook is off are never sent.`}
      >
        {({ value, onChange, ...control }) => (
          <Switch {...control} checked={value === true} onCheckedChange={onChange} />
        )}
      </FormField>
      <Button className="justify-self-start" onClick={onDelete}>
        <Trans>Delete webhook</Trans>
      </Button>
    </FormFrame>
  );
}
