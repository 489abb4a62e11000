import type { SessionUser } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { followUp } from '@/flags/commands/followUp.ts';
import { moveAll } from '@/flags/commands/massMove.ts';
import { flagsQuery } from '@/lib/api/query.ts';
import { toast, toastError } from '@/lib/page/toast.ts';

const NOTHING_SENT = t`No command was sent. The poles stay at half-staff.`;

/**
 * Returns a function that raises poles by a user's command, because autopilot is off and would
 * leave them at half-staff.
 */
export function useRaise(user: SessionUser): (ids: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async (ids) => {
    const wanted = new Set(ids);
    try {
      const flags = await client.fetchQuery(flagsQuery(user));
      const asked = flags.filter(({ id }) => wanted.has(id));
      const label = t`Raise ${plural(
        { count: asked.length },
        { one: '# pole', other: '# poles' },
      )}`;
      const { updated, path } = await moveAll(asked, 'up', user.id, { label });
      followUp(client, path, asked);
      const missed = ids.length - updated;
      if (updated === 0) toastError(NOTHING_SENT);
      else
        toast({
          title: t`Raising ${plural(updated, { one: '# pole', other: '# poles' })}`,
          ...(missed > 0 && {
            description: plural(missed, {
              one: '# pole did not get the command.',
              other: '# poles did not get the command.',
            }),
            variant: 'destructive',
          }),
        });
    } catch {
      toastError(NOTHING_SENT);
    }
  };
}
