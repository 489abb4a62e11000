import { type Flag, may, type SessionUser } from '@halyard/domain';
import { Trans } from '@lingui/react/macro';
import { useLocation } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { SimulatedBadge } from '@/flags/status/SimulatedBadge.tsx';
import { useRemoveSimulatedPole } from '@/setUpList/useSetUpList.ts';

/** A notice that the pole is simulated, and a button that removes the pole. */
export function SimulatedNote({ user, flag }: { user: SessionUser; flag: Flag }) {
  const [, navigate] = useLocation();
  const remove = useRemoveSimulatedPole(() => navigate('/'));
  if (!flag.isSimulated) return null;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <SimulatedBadge />
        <Trans>No real pole will move. Alerts and compliance ignore simulated poles.</Trans>
      </p>
      {may(user, 'flag.delete') && (
        <Button actsOnce pending={remove.isPending} onClick={() => remove.mutate(flag.id)}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </Card>
  );
}
