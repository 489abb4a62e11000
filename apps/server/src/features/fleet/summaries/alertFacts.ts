import type { Database } from '../../../platform/database/database.ts';
import { findOpenConditions } from '../../monitoring/alerts/queries/openConditions.ts';
import type { StoredFacts } from '../directory/liveFleet.ts';
import { ALERT_FACTS, alertFacts } from '../facts/flagFacts.ts';

/** Returns the open alerts of all flags, for lists and flag summaries. */
export const openAlertFacts = ({ queries }: Database): StoredFacts => ({
  mask: ALERT_FACTS,
  async version() {
    const { open, newest } = await queries
      .selectFrom('alerts')
      .select(({ fn }) => [fn.countAll<number>().as('open'), fn.max('recorded_at').as('newest')])
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    return `${open} ${newest}`;
  },
  async read() {
    const open = await findOpenConditions(queries);
    return new Map(Array.from(open, ([id, conditions]) => [id, alertFacts(conditions)]));
  },
});
