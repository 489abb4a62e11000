import {
  INVITED_ROLE,
  type InvitationCreate,
  mayAssign,
  ROLE_FACTS,
  ROLES,
  type SessionUser,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FormProvider } from 'react-hook-form';
import { Button } from '@/components/ui/Button.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { FormField, useZodForm } from '@/components/ui/form.tsx';
import { Select } from '@/components/ui/Select.tsx';
import { type InvitedValues, invited } from '@/employees/employeeValues.ts';
import { PlaceFields } from '@/employees/RoleFields.tsx';
import { joinUrl } from '@/lib/paths.ts';
import { invitedAs } from './invitedAs.ts';
import { OpenInvitations } from './OpenInvitations.tsx';
import { useCreateInvitation } from './useInvitations.ts';

interface InviteDialogProps {
  user: SessionUser;
  open: boolean;
  onClose: () => void;
}

/**
 * Returns the invitation entered in the form. Leaves out the company and location if the role
 * belongs to no company.
 */
function invitationOf({ role, companyId, locationId }: InvitedValues): InvitationCreate {
  if (ROLE_FACTS[role].belongsTo === 'nothing') return { role };
  return { role, companyId, ...(locationId !== '' && { locationId }) };
}

/** Creates an invitation, shows its link once, and lists the open invitations. */
export default function InviteDialog({ user, open, onClose }: InviteDialogProps) {
  const form = useZodForm(invited, {
    role: INVITED_ROLE,
    companyId: user.companyId ?? '',
    locationId: '',
    allCompanies: false,
  });
  const create = useCreateInvitation();
  const close = () => {
    create.reset();
    form.reset();
    onClose();
  };
  const submit = form.handleSubmit((values) => create.mutate(invitationOf(values)));
  const made = create.data;
  const roles = ROLES.filter((role) => mayAssign(user, role));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={t`Invite`}
      description={t`The link creates one account with this role and expires in 7 days.`}
    >
      <DialogBody>
        <FormProvider {...form}>
          <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
            <FormField form={form} name="role" label={t`Role`} required>
              {({ onChange, ...control }) => (
                <Select
                  {...control}
                  options={roles.map((value) => ({ value, label: ROLE_FACTS[value].label }))}
                  onValueChange={onChange}
                />
              )}
            </FormField>
            <PlaceFields companyId={user.companyId ?? undefined} />
            <Button
              type="submit"
              variant="primary"
              actsOnce
              pending={create.isPending}
              className="justify-self-start"
            >
              <Trans>Create link</Trans>
            </Button>
          </form>
        </FormProvider>
        {made?.code !== undefined && (
          <div className="grid gap-1.5">
            <Copyable label={t`Invitation link`} value={joinUrl(made.code)} />
            <p className="text-xs text-muted-foreground">
              {t`Anyone with this link can join as ${{ account: invitedAs(made) }}. Copy the link now; you won’t see it again.`}
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
        <Button onClick={close}>
          <Trans>Done</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
