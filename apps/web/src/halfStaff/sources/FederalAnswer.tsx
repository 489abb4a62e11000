import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@/components/ui/Button.tsx';
import { useWatchFederal } from './sourceActions.ts';

/**
 * Lets a master choose whether Halyard watches the White House and the Federal Register for orders.
 */
export function FederalAnswer() {
  const watch = useWatchFederal();
  return (
    <div className="flex gap-2">
      <Button
        actsOnce
        aria-label={t`Yes, watch the federal sources`}
        pending={watch.isPending && watch.variables}
        onClick={() => watch.mutate(true)}
      >
        <Trans>Yes</Trans>
      </Button>
      <Button
        actsOnce
        aria-label={t`No, do not watch the federal sources`}
        pending={watch.isPending && !watch.variables}
        onClick={() => watch.mutate(false)}
      >
        <Trans>No</Trans>
      </Button>
    </div>
  );
}
