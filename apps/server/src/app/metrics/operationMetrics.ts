import { statfs } from 'node:fs/promises';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Services } from '../../features/calls/context.ts';
import { VERSION } from '../../platform/config/version.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';

/**
 * Exposes the metrics that operators should monitor: disk space, emails, open alerts, order
 * sources and backups.
 */
export function watchOperation(
  registry: Registry,
  { db, dataDir }: Pick<Services, 'db'> & { dataDir: string },
): void {
  const registers = [registry];
  new Gauge({
    name: 'halyard_info',
    help: 'Always 1; the label is the running version',
    labelNames: ['version'] as const,
    registers,
  }).set({ version: VERSION }, 1);
  addDisk(registry, dataDir);
  const addCount = (name: string, help: string, count: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await count());
      },
    });
  addCount('halyard_mails_waiting', 'Emails that the mail server has not accepted yet', () =>
    countMails(db, 0),
  );
  addCount(
    'halyard_mails_retrying',
    'Waiting emails that the mail server has refused at least once',
    () => countMails(db, 1),
  );
  addCount('halyard_alerts_open', 'Open alerts', async () => {
    const { count } = await db.queries
      .selectFrom('alerts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    return count;
  });
  addCount(
    'halyard_order_sources_failing',
    'Order sources that are turned on and have a problem',
    async () => {
      const { count } = await db.queries
        .selectFrom('order_sources')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('is_on', '=', true)
        .where('problem', 'is not', null)
        .executeTakeFirstOrThrow();
      return count;
    },
  );
  addCount(
    'halyard_last_backup_timestamp_seconds',
    'When the last backup was completed, daily or on request; 0 if none is known',
    async () => {
      const { at } = await db.queries
        .selectFrom('activity')
        .select((eb) => eb.fn.max('at').as('at'))
        .where('kind', '=', 'backup.made')
        .executeTakeFirstOrThrow();
      return Number(at ?? 0) / 1000;
    },
  );
}

function addDisk(registry: Registry, dataDir: string): void {
  const kinds = {
    free: 'Bytes available to Halyard on the disk of DATA_DIR',
    size: 'Bytes of the disk of DATA_DIR',
  };
  for (const [kind, help] of Object.entries(kinds))
    new Gauge({
      name: `halyard_disk_${kind}_bytes`,
      help,
      registers: [registry],
      async collect() {
        const { bavail, blocks, bsize } = await statfs(dataDir);
        this.set((kind === 'free' ? bavail : blocks) * bsize);
      },
    });
}

async function countMails({ queries }: Services['db'], tries: number): Promise<number> {
  const { count } = await queries
    .selectFrom('outgoing_mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tries', '>=', tries)
    .executeTakeFirstOrThrow();
  return count;
}

/** Wraps a mailer to count each attempt to send an email, by outcome. */
export function countedMailer(registry: Registry, mailer: Mailer): Mailer {
  const tries = new Counter({
    name: 'halyard_mail_tries_total',
    help: 'Attempts to send an email, by outcome',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  for (const outcome of ['sent', 'failed']) tries.inc({ outcome }, 0);
  return {
    async send(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        tries.inc({ outcome: 'failed' });
        throw error;
      }
      tries.inc({ outcome: 'sent' });
    },
    close: () => mailer.close(),
  };
}
