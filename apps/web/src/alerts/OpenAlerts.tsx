import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Card } from '@/components/ui/Card.tsx';
import { AlertRow } from './AlertRow.tsx';
import { locationAlertsQuery } from './alertQueries.ts';

interface OpenAlertsProps {
  locationId: string;
  /** The location's name, which the link to all alerts uses as the search text. */
  place: string;
}

/**
 * Lists the poles with open alerts at a location, the most urgent first. Each row links to its pole;
 * the last row links to any remaining alerts. Renders nothing if there are no alerts.
 */
export function OpenAlerts({ locationId, place }: OpenAlertsProps) {
  const { data } = useQuery(locationAlertsQuery(locationId));
  if (!data || data.items.length === 0) return null;
  const more = data.total - data.items.length;
  return (
    <Card role="region" aria-label={t`Open problems`}>
      <ul className="divide-y divide-border">
        {data.items.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
      {more > 0 && (
        <p className="border-t border-border px-4 py-2 max-md:px-3">
          <Link
            href={`/alerts?${new URLSearchParams({ q: place })}`}
            className="touch-target text-sm underline underline-offset-2 hover:no-underline"
          >
            <Plural
              value={more}
              one="# more pole with problems"
              other="# more poles with problems"
            />
          </Link>
        </p>
      )}
    </Card>
  );
}
