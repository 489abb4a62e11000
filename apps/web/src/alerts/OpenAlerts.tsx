import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Card } from '@/components/ui/Card.tsx';
import { AlertRow } from './AlertRow.tsx';
import { openAlertsQuery } from './useAlerts.ts';

/**
 * Lists the open alerts of the poles at a location, each with a link to its pole. Renders nothing if
 * there are none.
 */
export function OpenAlerts({ locationId }: { locationId: string }) {
  const { data } = useQuery(openAlertsQuery());
  const open = (data ?? []).filter(({ pole }) => pole.locationId === locationId);
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
