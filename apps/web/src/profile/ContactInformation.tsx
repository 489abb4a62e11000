import { type ProfileUpdate, profileUpdate, type SessionUser } from '@halyard/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Input } from '@/components/ui/input.tsx';
import { call, serverMessage } from '@/lib/api.ts';
import { setCurrentUser } from '@/lib/currentUser.ts';
import { toast, toastError } from '@/lib/toast.ts';

/** One's own name, e-mail address and phone, all required (spec §5). */
export function ContactInformation({ user }: { user: SessionUser }) {
  const client = useQueryClient();
  const { firstName, lastName, email, phone } = user;
  const form = useZodForm(profileUpdate, { firstName, lastName, email, phone });
  const save = useMutation({
    mutationFn: (body: ProfileUpdate) => call('updateProfile', { body }),
    onSuccess: (next) => {
      setCurrentUser(client, next);
      form.reset({
        firstName: next.firstName,
        lastName: next.lastName,
        email: next.email,
        phone: next.phone,
      });
      toast({
        title: 'Profile updated',
        description: 'Your contact information has been updated successfully.',
      });
    },
    onError: (error) => toastError(serverMessage(error, 'Failed to update profile.')),
  });
  const submit = form.handleSubmit((body) => save.mutate(body));

  return (
    <Card>
      <CardHeader>
        <CardTitle>Contact Information</CardTitle>
      </CardHeader>
      <CardContent>
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <FormField form={form} name="firstName" label="First Name" required>
              {(control) => <Input {...control} autoComplete="given-name" />}
            </FormField>
            <FormField form={form} name="lastName" label="Last Name" required>
              {(control) => <Input {...control} autoComplete="family-name" />}
            </FormField>
          </div>
          <FormField form={form} name="email" label="Email" required>
            {(control) => <Input {...control} type="email" autoComplete="email" />}
          </FormField>
          <FormField form={form} name="phone" label="Phone" required>
            {(control) => <Input {...control} type="tel" autoComplete="tel" />}
          </FormField>
          <Button
            type="submit"
            variant="primary"
            pending={save.isPending}
            className="justify-self-start"
          >
            Save Changes
          </Button>
        </form>
      </CardContent>
    </Card>
  );
}
