import { type ProfileUpdate, profileUpdate, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { FormProvider } from 'react-hook-form';
import { ContactFields } from '@/components/PersonFields.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { useZodForm } from '@/components/ui/form.tsx';
import { call, serverMessage } from '@/lib/api/api.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { setCurrentUser } from '@/lib/session/currentUser.ts';
import { withPassword } from '@/passwordPrompt/withPassword.ts';
import { EmailState } from './EmailState.tsx';

/** A form for the user's own name, email address and phone, all required (spec §5). */
export function ContactInformation({ user }: { user: SessionUser }) {
  const client = useQueryClient();
  const { firstName, lastName, email, phone } = user;
  const form = useZodForm(profileUpdate, { firstName, lastName, email, phone }, 'profile');
  const save = useAction({
    mutationFn: (body: ProfileUpdate) => withPassword(() => call('updateProfile', { body })),
    onSuccess: (next) => {
      setCurrentUser(client, next);
      form.reset({
        firstName: next.firstName,
        lastName: next.lastName,
        email: next.email,
        phone: next.phone,
      });
      toast({
        title: t`Profile updated`,
        description: t`Your contact information has been updated successfully.`,
      });
    },
    onError: (error) => toastFailure(serverMessage(error, t`Failed to update profile.`), error),
  });
  const submit = form.handleSubmit((body) => save.mutate(body));

  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Contact Information</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        <EmailState user={user} />
        <FormProvider {...form}>
          <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
            <ContactFields own />
            <Button
              type="submit"
              variant="primary"
              pending={save.isPending}
              className="justify-self-start"
            >
              <Trans>Save changes</Trans>
            </Button>
          </form>
        </FormProvider>
      </CardContent>
    </Card>
  );
}
