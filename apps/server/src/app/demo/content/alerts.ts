import type { AlertCondition } from '@halyard/domain';
import type { Services } from '../../../features/calls/context.ts';
import { newId } from '../../../platform/database/text.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The interval at which the demo's flags get a past alert: one flag in seven. */
const STRIDE = 7;

/** The demo's recent alerts: how many hours ago each one ended, and how many minutes it lasted. */
const PAST: readonly { condition: AlertCondition; cause: string; ended: number; lasted: number }[] =
  [
    {
      condition: 'voltage',
      cause: '39.4 V, below 40 V.',
      ended: 5,
      lasted: 48,
    },
    {
      condition: 'offline',
      cause: 'No report for more than 15 minutes. Last voltage 43.1 V.',
      ended: 19,
      lasted: 134,
    },
    {
      condition: 'movement-failed',
      cause: 'No response for 15 min. Last reported: down.',
      ended: 31,
      lasted: 22,
    },
    {
      condition: 'offline',
      cause: 'No report for more than 15 minutes. Last voltage 41.8 V.',
      ended: 58,
      lasted: 640,
    },
    {
      condition: 'voltage',
      cause: '48.3 V, above 48 V.',
      ended: 80,
      lasted: 17,
    },
  ];

/**
 * Creates the alert for the demo pole that has been offline for hours. Otherwise, the server would
 * open this alert only 15 minutes after starting.
 */
export async function seedOpenAlert(
  { db }: Services,
  { flagId, since }: { flagId: string; since: number },
): Promise<void> {
  const flag = await db.queries
    .selectFrom('flags')
    .select(['id', 'company_id'])
    .where('flag_id', '=', flagId)
    .executeTakeFirstOrThrow();
  const recordedAt = since + 15 * MINUTE_MS;
  const notified = { news: null, news_at: recordedAt, told_at: recordedAt };
  const masters = { masters_told: null, masters_told_at: null, recorded_at: recordedAt };
  await db.queries
    .insertInto('alerts')
    .values({
      ...{ id: newId(), flag_id: flag.id, company_id: flag.company_id },
      ...{
        condition: 'offline',
        cause: 'No report for more than 15 minutes. Last voltage 42.3 V.',
      },
      ...{ since, over_since: null, ended_at: null, ...notified, ...masters },
    })
    .execute();
}

/** Creates the demo's past alerts. */
export async function seedAlerts({ db, clock }: Services): Promise<void> {
  const flags = await db.queries
    .selectFrom('flags')
    .select(['id', 'company_id'])
    .orderBy('flag_id')
    .execute();
  const now = clock();
  const rows = flags
    .filter((_, index) => index % STRIDE === 0)
    .flatMap(({ id, company_id }, index) => {
      const past = PAST[index % PAST.length];
      if (!past) return [];
      const { condition, cause } = past;
      const endedAt = now - past.ended * HOUR_MS - index * MINUTE_MS;
      const since = endedAt - past.lasted * MINUTE_MS;
      const notified = { news: null, news_at: since, told_at: since };
      const masters = { masters_told: null, masters_told_at: null, recorded_at: endedAt };
      const times = { since, over_since: endedAt, ended_at: endedAt };
      return [
        {
          id: newId(),
          flag_id: id,
          company_id,
          condition,
          cause,
          ...times,
          ...notified,
          ...masters,
        },
      ];
    });
  await db.queries.insertInto('alerts').values(rows).execute();
}
