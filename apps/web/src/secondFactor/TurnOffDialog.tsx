import { secondFactorCode } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { FormFrame } from '@/components/FormFrame.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { useZodForm } from '@/components/ui/form.tsx';
import { problemText } from '@/lib/api/api.ts';
import { CodeField } from './CodeField.tsx';
import { useDisableSecondFactor } from './useSecondFactor.ts';

interface TurnOffDialogProps {
  /**
   * Whether the role requires two-factor authentication. If so, the user has to set it up again
   * after turning it off.
   */
  required: boolean;
  onClose: () => void;
}

/** Asks for a code, and turns off two-factor authentication for the signed-in user. */
export default function TurnOffDialog({ required, onClose }: TurnOffDialogProps) {
  const form = useZodForm(secondFactorCode, { code: '' });
  const disable = useDisableSecondFactor(onClose);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Turn off two-factor authentication`}
      description={
        required
          ? t`Your role requires two-factor authentication. You’ll have to set it up again.`
          : t`You will need only your password to sign in. Your recovery codes will be deleted.`
      }
    >
      <FormFrame
        form={form}
        submitLabel={t`Turn off`}
        pending={disable.isPending}
        problem={problemText(disable.error)}
        onSubmit={(values) => disable.mutate(values)}
        onCancel={onClose}
      >
        <CodeField
          form={form}
          hint={t`Enter the 6-digit code from your app, or a recovery code.`}
        />
      </FormFrame>
    </Dialog>
  );
}
