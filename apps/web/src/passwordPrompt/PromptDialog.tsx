import { type PasswordProof, passwordProof } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { FormFrame } from '@/components/FormFrame.tsx';
import { Dialog } from '@/components/ui/Dialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/Input.tsx';
import { call, problemText } from '@/lib/api/api.ts';
import { useBusyAction } from '@/lib/forms/useBusyAction.ts';
import { toastFailure } from '@/lib/page/toast.ts';
import { useCurrentUser } from '@/lib/session/currentUser.ts';
import { ProviderProof } from './ProviderProof.tsx';
import { passwordQuestion } from './passwordQuestion.ts';

/**
 * Asks for the password. The call that requires it continues once the user has entered the right
 * password.
 */
export default function PromptDialog() {
  const { username } = useCurrentUser();
  const form = useZodForm(passwordProof, { password: '' });
  const confirm = useBusyAction({
    mutationFn: (body: PasswordProof) => call('confirmPassword', { body }),
    onSuccess: () => passwordQuestion.answer(true),
    onError: (error) => {
      if (problemText(error) === null) toastFailure(t`Couldn’t check the password.`, error);
    },
  });
  const cancel = () => passwordQuestion.answer(false);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && cancel()}
      title={t`Enter your password`}
      description={t`You signed in more than 10 minutes ago. Confirm that it’s you to continue.`}
    >
      <FormFrame
        form={form}
        submitLabel={t`Continue`}
        pending={confirm.isPending}
        busy={confirm}
        problem={problemText(confirm.error)}
        onSubmit={(body) => confirm.mutate(body)}
        onCancel={cancel}
      >
        <input type="text" hidden readOnly autoComplete="username" value={username} />
        <FormField form={form} name="password" label={t`Password`} required>
          {(control) => <Input {...control} type="password" autoComplete="current-password" />}
        </FormField>
        <ProviderProof />
      </FormFrame>
    </Dialog>
  );
}
