import type { Invitation, InvitationCreate } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { call, serverMessage } from '@/lib/api/api.ts';
import { KEYS } from '@/lib/api/query.ts';
import { useAction } from '@/lib/forms/useAction.ts';
import { toast, toastFailure } from '@/lib/page/toast.ts';
import { withPassword } from '@/passwordPrompt/withPassword.ts';

export function useCreateInvitation() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: InvitationCreate) => withPassword(() => call('createInvitation', { body })),
    onSuccess: async () => {
      toast({ title: t`Invitation created` });
      await client.invalidateQueries({ queryKey: KEYS.invitations });
    },
    onError: (error) =>
      toastFailure(serverMessage(error, t`Couldn’t create the invitation.`), error),
  });
}

export function useRevokeInvitation(onRevoked: (invitation: Invitation) => void) {
  const client = useQueryClient();
  return useAction({
    rowOf: ({ id }: Invitation) => id,
    mutationFn: ({ id }: Invitation) => call('revokeInvitation', { params: { id } }),
    onSuccess: async (_, invitation) => {
      onRevoked(invitation);
      toast({ title: t`Invitation revoked` });
      await client.invalidateQueries({ queryKey: KEYS.invitations });
    },
    onError: async (error) => {
      toastFailure(serverMessage(error, t`Couldn’t revoke the invitation.`), error);
      // Another user may have used or revoked the invitation in the meantime.
      await client.invalidateQueries({ queryKey: KEYS.invitations });
    },
  });
}
