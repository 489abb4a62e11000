import { api, type ImportKind, type ImportLine, type ImportPlan } from '@halyard/domain';
import { afterAll, beforeAll } from 'vitest';
import type { Engine } from '../../../platform/database/engines/engine.ts';
import type { Mail } from '../../../platform/database/tables/messages.ts';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';
import { createWorld, type World } from '../../../testing/world.ts';

interface Bench {
  harness: Harness;
  master: Client;
  world: World;
  /** The emails that were sent. No email reaches an address that starts with "lost". */
  mails: Mail[];
}

/** Starts a server with one tenant for the imports of a test file. */
export function useImportBench(engine: Engine) {
  const bench = { mails: [] as Mail[] } as Bench;
  beforeAll(async () => {
    const mailer = {
      send: async (mail: Mail) => {
        if (mail.to.startsWith('lost')) throw new Error('no such mailbox');
        bench.mails.push(mail);
      },
      close() {},
    };
    bench.harness = await createHarness({ engine, mailer });
    bench.master = await bench.harness.as('master');
    bench.world = await createWorld(bench.harness, bench.master);
  });
  afterAll(() => bench.harness.close());

  const preview = async (kind: ImportKind, csv: string, who = bench.master) => {
    const { status, text, json } = await who.call('POST', `/api/import/${kind}/preview`, { csv });
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return api.previewImport.response.parse(json);
  };
  const run = (
    kind: ImportKind,
    csv: string,
    plan: ImportPlan,
    more: object = {},
    who = bench.master,
  ) => who.call('POST', `/api/import/${kind}`, { csv, plan: plan.plan, ...more });
  async function imported(kind: ImportKind, csv: string, more: object = {}, who = bench.master) {
    const { status, text, json } = await run(kind, csv, await preview(kind, csv, who), more, who);
    if (status !== 200) throw new Error(`${status}: ${text}`);
    return api.runImport.response.parse(json);
  }
  return Object.assign(bench, { preview, run, imported });
}

/** Returns the line number, the result and the messages of each line. */
export const fates = (lines: readonly ImportLine[]) =>
  lines.map(({ line, fate, notes }) => [
    line,
    fate,
    ...notes.map(({ column, text }) => `${column}: ${text}`),
  ]);
