import {
  ALERT_CONDITIONS,
  ALERT_LABELS,
  ALERT_SORT_KEYS,
  ALERT_URGENCY,
  type Alert,
  type AlertCondition,
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

/** Returns the alerts of each pole, by flag ID, the most urgent first. */
function byPole(alerts: readonly AlertEntry[]): Map<string, AlertEntry[]> {
  const poles = new Map<string, AlertEntry[]>();
  for (const alert of alerts) {
    const others = poles.get(alert.flagId);
    if (others) others.push(alert);
    else poles.set(alert.flagId, [alert]);
  }
  for (const found of poles.values())
    found.sort(
      (a, b) => ALERT_URGENCY[b.condition] - ALERT_URGENCY[a.condition] || b.since - a.since,
    );
  return poles;
}

/**
 * Returns the conditions of a pole's alerts, each only once. Leaves out the condition of the most
 * urgent alert.
 */
function otherConditions([first, ...others]: readonly AlertEntry[]): AlertCondition[] {
  const conditions = new Set(others.map(({ condition }) => condition));
  if (first) conditions.delete(first.condition);
  return [...conditions];
}

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
  const matches = alerts.flatMap((alert): AlertEntry[] => {
    if (query.condition !== undefined && alert.condition !== query.condition) return [];
    const flag = flags.get(alert.flagId);
    // Alerts from before a flag moved to its current company are hidden.
    if (flag?.company.id !== alert.companyId) return [];
    const entry = { ...alert, flag, text: flag.text };
    return isMatch(entry) ? [entry] : [];
  });
  const poles = query.perPole === undefined ? null : byPole(matches);
  const listed = poles ? [...poles.values()].map(([first]) => first!) : matches;
  const { page } = await answerPage(
    ctx,
    walks,
    query,
    {
      name: 'alerts',
      sortKeys: ALERT_SORT_KEYS,
      find: (sort) => inOrder(listed, orderOf(sort, columns(), isOpen ? BY_URGENCY : BY_END)),
    },
    async (ids) => {
      const rows = await selectAlerts(queries, scope)
        .where('alerts.id', 'in', ids)
        .where('alerts.ended_at', isOpen ? 'is' : 'is not', null)
        .execute();
      const found = await withNeighbors(queries, scope, rows.map(toAlert));
      if (poles === null) return found;
      return found.map((alert) => ({
        ...alert,
        otherConditions: otherConditions(poles.get(alert.pole.id) ?? []),
      }));
    },
  );
  return page;
}
