import { secondFactorCode } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import QrCode from '@/components/QrCode.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { Edited } from '@/components/ui/Edited.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { FormProblem } from '@/components/ui/FormProblem.tsx';
import { useZodForm } from '@/components/ui/form.tsx';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { problemText } from '@/lib/api/api.ts';
import { CodeField } from './CodeField.tsx';
import { newSecretQuery, useConfirmSecondFactor } from './useSecondFactor.ts';

interface SetUpFormProps {
  onDone: (recoveryCodes: string[]) => void;
  /** Renders the content of the form, including the given fields for the secret and the code. */
  body: (fields: ReactNode) => ReactNode;
  /** Renders the footer with the submit button. */
  footer: (pending: boolean) => ReactNode;
}

/** Shows the secret for an authenticator app, and accepts its first code. */
export function SetUpForm({ onDone, body, footer }: SetUpFormProps) {
  const { data: made, error, isFetching, refetch } = useQuery(newSecretQuery());
  const form = useZodForm(secondFactorCode, { code: '' });
  const confirm = useConfirmSecondFactor(onDone);
  const submit = form.handleSubmit((values) => confirm.mutate(values));
  if (error && !made)
    return body(
      <ErrorState
        title={t`Couldn’t set up two-factor authentication`}
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />,
    );
  if (!made) return body(<Spinner />);
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Edited when={form.formState.isDirty} />
      {body(
        <>
          <p className="text-muted-foreground">
            <Trans>
              Scan the code with an authenticator app, or type the secret into it. Then enter the
              six digits that it shows.
            </Trans>
          </p>
          <div className="grid justify-items-center gap-4">
            <QrCode text={made.uri} label={t`QR code for your authenticator app`} />
          </div>
          <Copyable label={t`Secret`} value={made.secret} />
          <CodeField form={form} hint={t`Enter the 6-digit code from your app.`} />
          <FormProblem text={problemText(confirm.error)} />
        </>,
      )}
      {footer(confirm.isPending)}
    </form>
  );
}
