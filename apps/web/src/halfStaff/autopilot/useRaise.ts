import type { SessionUser } from '@halyard/domain';
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { followUp } from '@/flags/commands/followUp.ts';
import { askPlan, movePlanned } from '@/flags/commands/massMove.ts';
import { toast, toastError } from '@/lib/page/toast.ts';

const NOTHING_SENT = t`No commands were sent. The poles are still at half-staff.`;

/**
 * Returns a function that raises poles by sending commands as the user. For use while autopilot is
 * off.
 */
export function useRaise(user: SessionUser): (ids: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async (ids) => {
    try {
      const plan = await askPlan({ control: 'up', flagIds: [...ids] });
      const { updated, path } = await movePlanned(plan, 'up', user.id);
      followUp(client, path, plan.flags ?? []);
      const missed = ids.length - updated;
      if (updated === 0) toastError(NOTHING_SENT);
      else
        toast({
          title: t`Raising ${plural(updated, { one: '# pole', other: '# poles' })}`,
          ...(missed > 0 && {
            description: plural(missed, {
              one: '# pole didn’t get the command.',
              other: '# poles didn’t get the command.',
            }),
            variant: 'destructive',
          }),
        });
    } catch {
      toastError(NOTHING_SENT);
    }
  };
}
