import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../context.ts';

/** Reports when the last backup was made, by schedule or by hand. Every process on the same data sees the same. */
export function watchBackups(registry: Registry, { db }: Pick<Services, 'db'>): void {
  new Gauge({
    name: 'halyard_last_backup_timestamp_seconds',
    help: 'When the last backup was complete, as seconds since 1970; 0 if the activity log has none',
    registers: [registry],
    async collect() {
      const last = await db.queries
        .selectFrom('activity')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('category', '=', 'backups')
        .where('kind', '=', 'backup.made')
        .executeTakeFirst();
      this.set(Number(last?.at ?? 0) / 1000);
    },
  });
}
