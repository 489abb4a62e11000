import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { engineStatusQuery } from '../data/halfStaffQueries.ts';
import { useDismissRules } from './autopilotActions.ts';

/**
 * Lists changes that an upgrade made to autopilot's rules, until the master dismisses the notice.
 */
export function ChangedRules() {
  const { data } = useQuery(engineStatusQuery());
  const dismiss = useDismissRules();
  if (!data || data.changedRules.length === 0) return null;
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid min-w-0 gap-1">
        <h2 className="text-sm font-semibold">
          <Status tone="warn">
            <Trans>Autopilot rules changed</Trans>
          </Status>
        </h2>
        <ul className="grid list-disc gap-0.5 pl-5">
          {data.changedRules.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      <Button pending={dismiss.isPending} onClick={() => dismiss.mutate(undefined)}>
        <Trans>Dismiss</Trans>
      </Button>
    </Card>
  );
}
