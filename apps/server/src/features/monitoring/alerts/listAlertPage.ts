import {
  ALERT_CONDITIONS,
  ALERT_LABELS,
  ALERT_SORT_KEYS,
  ALERT_URGENCY,
  type Alert,
  type AlertListQuery,
  type AlertSortKey,
  type ListPage,
  textKey,
} from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { inOrder, type KeyOf } from '../../fleet/directory/catalog.ts';
import type { FlagEntry } from '../../fleet/directory/entries.ts';
import { answerPage, type Lists, matching, orderOf } from '../../fleet/directory/lists.ts';
import { selectAlerts, toAlert, withNeighbors } from './queries/readAlerts.ts';
import type { StoredAlert, StoredAlerts } from './queries/storedAlerts.ts';

/** An alert in a list, with its flag and the text to search. */
interface AlertEntry extends StoredAlert {
  readonly flag: FlagEntry;
  readonly text: string;
}

function columns(): Record<AlertSortKey, KeyOf<AlertEntry>> {
  const labels = new Map(
    ALERT_CONDITIONS.map((condition) => [condition, textKey(ALERT_LABELS[condition])]),
  );
  return {
    flag: ({ flag }) => flag.nameKey,
    condition: ({ condition }) => labels.get(condition)!,
    since: ({ since }) => since,
    ended: ({ endedAt }) => endedAt,
  };
}

/** The default order of open alerts: most urgent first, then newest first. */
const BY_URGENCY: readonly KeyOf<AlertEntry>[] = [
  ({ condition }) => -ALERT_URGENCY[condition],
  ({ since }) => -since,
  ({ flag }) => flag.nameKey,
];

/** The default order of ended alerts: most recently ended first. */
const BY_END: readonly KeyOf<AlertEntry>[] = [
  ({ endedAt }) => -(endedAt ?? 0),
  ({ flag }) => flag.nameKey,
];

/** Returns one page of the open or ended alerts of the poles that the actor may see. */
export async function listAlertPage(
  ctx: Context,
  { directory, walks }: Lists,
  stored: StoredAlerts,
  query: AlertListQuery,
): Promise<ListPage<Alert>> {
  const scope = requireScope(ctx, 'alert.read');
  const { queries } = ctx.db;
  const isOpen = query.state !== 'ended';
  const alerts = await (isOpen ? stored.open(queries) : stored.ended(queries));
  // Read the directory after the alerts, so that it contains the flag of each alert.
  const { flags } = await directory.current();
  const isMatch = matching<AlertEntry>(
    query,
    scope,
    ({ flag }) => ({ companyId: flag.company.id, locationId: flag.location.id }),
    ({ text, condition }, searched) =>
      text.includes(searched) || ALERT_LABELS[condition].toLowerCase().includes(searched),
  );
  const find = () =>
    alerts.flatMap((alert) => {
      if (query.condition !== undefined && alert.condition !== query.condition) return [];
      const flag = flags.get(alert.flagId);
      // Alerts from before a flag moved to its current company are hidden.
      if (flag?.company.id !== alert.companyId) return [];
      const entry = { ...alert, flag, text: flag.text };
      return isMatch(entry) ? entry : [];
    });
  const { page } = await answerPage(
    ctx,
    walks,
    query,
    {
      name: 'alerts',
      sortKeys: ALERT_SORT_KEYS,
      find: (sort) => inOrder(find(), orderOf(sort, columns(), isOpen ? BY_URGENCY : BY_END)),
    },
    async (ids) => {
      const rows = await selectAlerts(queries, scope)
        .where('alerts.id', 'in', ids)
        .where('alerts.ended_at', isOpen ? 'is' : 'is not', null)
        .execute();
      return withNeighbors(queries, scope, rows.map(toAlert));
    },
  );
  return page;
}
