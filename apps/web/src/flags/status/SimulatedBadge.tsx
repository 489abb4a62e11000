import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge } from '@/components/ui/Badge.tsx';

/** Marks a flag whose pole is simulated by the server. */
export const SimulatedBadge = () => (
  <Badge title={t`The server simulates this pole; no real pole moves`}>
    <Trans>Simulated</Trans>
  </Badge>
);
