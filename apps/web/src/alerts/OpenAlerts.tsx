import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/ui/Card.tsx';
import { AlertRow } from './AlertRow.tsx';
import { openAlertsQuery } from './useAlerts.ts';

/**
 * Lists the open alerts of these poles, each with a link to its pole. Renders nothing if there are
 * none.
 */
export function OpenAlerts({ flagIds }: { flagIds: ReadonlySet<string> }) {
  const { data } = useQuery(openAlertsQuery());
  const open = (data ?? []).filter(({ pole }) => flagIds.has(pole.id));
  if (open.length === 0) return null;
  return (
    <Card role="region" aria-label={t`Open problems`}>
      <ul className="divide-y divide-border">
        {open.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
    </Card>
  );
}
