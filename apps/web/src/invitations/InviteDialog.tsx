import { invitationCreate, type SessionUser } from '@halyard/domain';
import { FormProvider } from 'react-hook-form';
import { CompanyField } from '@/components/CompanyField.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Copyable } from '@/components/ui/copyable.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/dialog.tsx';
import { useZodForm } from '@/components/ui/form.tsx';
import { joinUrl } from '@/lib/paths.ts';
import { OpenInvitations } from './OpenInvitations.tsx';
import { useCreateInvitation } from './useInvitations.ts';

interface InviteDialogProps {
  user: SessionUser;
  open: boolean;
  onClose: () => void;
}

/** Makes an invitation and shows its link, which no one can see again; lists the open ones. */
export default function InviteDialog({ user, open, onClose }: InviteDialogProps) {
  const form = useZodForm(invitationCreate, { companyId: user.companyId ?? '' });
  const create = useCreateInvitation();
  const close = () => {
    create.reset();
    form.reset();
    onClose();
  };
  const submit = form.handleSubmit(({ companyId }) => create.mutate(companyId));
  const made = create.data;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Invite"
      description="Whoever opens the link makes an account of their own, with the role Employee. It works once, within 7 days."
    >
      <DialogBody>
        <FormProvider {...form}>
          <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
            {user.companyId === null && <CompanyField />}
            <Button
              type="submit"
              variant="primary"
              actsOnce
              pending={create.isPending}
              className="justify-self-start"
            >
              Create Link
            </Button>
          </form>
        </FormProvider>
        {made?.code !== undefined && (
          <div className="grid gap-1.5">
            <Copyable label="Invitation link" value={joinUrl(made.code)} />
            <p className="text-xs text-muted-foreground">
              For {made.company}. Send it now: it is shown only this once.
            </p>
          </div>
        )}
        <OpenInvitations
          onRevoked={({ id }) => {
            if (made?.id === id) create.reset();
          }}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={close}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}
