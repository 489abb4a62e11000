import type { Activity, Import } from '@halyard/domain';
import { parse } from 'csv-parse/sync';
import { afterEach, describe, expect, test } from 'vitest';
import { storedTable } from '../../platform/database/hidden/views.ts';
import { hashSecret } from '../../platform/database/text.ts';
import { findDifferences } from '../../realtime/tree/reconcile.ts';
import { bothEngines } from '../../testing/engines.ts';
import type { Client } from '../../testing/harness.ts';
import { onlyOnce } from '../../testing/onlyOnce.ts';
import { runJob } from '../../testing/runJob.ts';
import { createWorld } from '../../testing/world.ts';
import { importsJob } from './run/job.ts';
import { whenImported } from './run/runner.ts';
import { useImportBench } from './testing/importBench.ts';

/**
 * The number of lines in an import file. The import stores them in three slices and publishes them
 * in four.
 */
const FLAGS = 130;
/** The page size for lists. It is smaller than the number of lines in an import file. */
const PAGE = 100;

describe.each(bothEngines)('an import in several transactions on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  const bench = useImportBench(engine);
  const { preview, run } = bench;
  let undo: (() => void)[] = [];
  afterEach(async () => {
    for (const one of undo) one();
    undo = [];
    await whenImported(bench.harness.services);
  });

  const fileOf = (prefix: string, { companyId, locationId } = bench.world, count = FLAGS) =>
    [
      'Company,Location,Name,Flag ID',
      ...Array.from(
        { length: count },
        (_, i) => `${companyId},${locationId},Pole ${i},${prefix}-${i}`,
      ),
    ].join('\n');

  /**
   * Holds back one call to a function of the realtime link: the first call for which `when` returns
   * true.
   * @param put installs a replacement for the function
   */
  function hold<Args extends unknown[], Result>(
    original: (...args: Args) => Promise<Result>,
    put: (replacement: (...args: Args) => Promise<Result>) => void,
    when: (...args: Args) => boolean,
  ) {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isHeld = false;
    const held = new Promise<void>((resolve) => {
      put(async (...args) => {
        if (!isHeld && when(...args)) {
          isHeld = true;
          resolve();
          await isReleased;
        }
        return original(...args);
      });
    });
    undo.push(() => {
      release();
      put(original);
    });
    return { held, release };
  }
  /**
   * Stops an import between its second and its third slice, before any of its records are visible.
   */
  function holdStaging(prefix: string) {
    const { link } = bench.harness;
    return hold(
      link.addDevice,
      (replacement) => {
        link.addDevice = replacement;
      },
      (_, flagId) => flagId === `${prefix}-105`,
    );
  }
  /**
   * Stops an import after its records have become visible and its first slice has been published.
   */
  function holdPublishing() {
    let calls = 0;
    const { link } = bench.harness;
    return hold(
      link.flushOutbox,
      (replacement) => {
        link.flushOutbox = replacement;
      },
      () => ++calls === 2,
    );
  }

  async function begin(csv: string, who = bench.master) {
    const plan = await preview('flags', csv, who);
    // Advance the clock, so that imports have an order.
    bench.harness.time.now++;
    const answer = run('flags', csv, plan, {}, who);
    return { answer, plan };
  }
  const stateOf = async (id: string, who = bench.master): Promise<Import> =>
    (await who.call('GET', `/api/imports/${id}`)).json;
  const newest = async (who = bench.master): Promise<Import> =>
    (await who.call('GET', '/api/imports')).json[0];

  /** Imports a file completely, however long it takes. */
  async function imported(csv: string): Promise<Import> {
    const { answer } = await begin(csv);
    const { json } = await answer;
    await whenImported(bench.harness.services);
    return stateOf(json.id);
  }

  /** Returns the number of flags with a prefix in every list that a user can see. */
  async function seenBy(who: Client, prefix: string): Promise<number[]> {
    const { companyId, locationId } = bench.world;
    const count = (text: string) => text.split(`${prefix}-`).length - 1;
    const lists = [
      '/api/flags',
      `/api/flags?page=1&limit=${PAGE}&q=${prefix}`,
      `/api/flags/company/${companyId}`,
      `/api/flags/location/${locationId}`,
      '/api/export/flags',
    ];
    const answers = await Promise.all(lists.map((url) => who.call('GET', url)));
    return answers.map(({ status, text }) => (status === 200 ? count(text) : -status));
  }
  async function countsOf(): Promise<unknown[]> {
    const { companyId, locationId } = bench.world;
    const company = await bench.master.call('GET', `/api/companies/${companyId}`);
    const location = await bench.master.call('GET', `/api/locations/${locationId}`);
    const page = await bench.master.call('GET', '/api/flags?page=1&limit=1&counts=true');
    return [company.json.flags, location.json.flags, page.json.total, page.json.counts];
  }
  const inTree = (prefix: string) =>
    [...bench.harness.link.leaves.keys()].filter((path) =>
      new RegExp(`/hardware/${prefix}-\\d+/id$`).test(path),
    ).length;
  async function logged(prefix: string): Promise<number> {
    const { count } = await bench.harness.services.db.queries
      .selectFrom('activity')
      .innerJoin('flags', 'flags.id', 'activity.flag_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('activity.kind', '=', 'flag.created')
      .where('flags.flag_id', 'like', `${prefix}-%`)
      .executeTakeFirstOrThrow();
    return Number(count);
  }
  async function stored(prefix: string): Promise<number> {
    const rows = await bench.harness.services.db.queries
      .selectFrom(storedTable('flags'))
      .select('id')
      .where('flag_id', 'like', `${prefix}-%`)
      .execute();
    return rows.length;
  }
  /** Runs the import job as another process would after this process was killed. */
  async function inAnotherProcess(): Promise<void> {
    const { services, settings } = bench.harness;
    const db = { ...services.db };
    bench.harness.time.now += 20_000;
    await runJob(importsJob({ ...services, db }, settings), db);
  }

  test('shows none of its records until all of them appear at once', async () => {
    const { held, release } = holdStaging('ATONCE');
    const before = await countsOf();
    const { answer } = await begin(fileOf('ATONCE'));
    await held;
    expect(await stored('ATONCE')).toBe(100);
    expect(await newest()).toMatchObject({ state: 'staging', created: FLAGS, mayCancel: true });
    const foreign = await createWorld(bench.harness, bench.master);
    for (const who of [bench.master, bench.world.companyUser, bench.world.employee])
      expect((await seenBy(who, 'ATONCE')).filter((count) => count > 0)).toEqual([]);
    expect((await seenBy(foreign.companyUser, 'ATONCE')).filter((count) => count > 0)).toEqual([]);
    const [company, location] = await countsOf();
    expect([company, location]).toEqual(before.slice(0, 2));
    const { services } = bench.harness;
    const empty = { each: async () => {} };
    const differences = await findDifferences(services.db, empty, { isFirebase: true });
    expect(JSON.stringify(differences)).not.toContain('ATONCE');
    expect(inTree('ATONCE')).toBe(0);

    release();
    const { json } = await answer;
    await whenImported(services);
    expect(await stateOf(json.id)).toMatchObject({ state: 'done', percent: 100 });
    expect(await seenBy(bench.master, 'ATONCE')).toEqual([FLAGS, PAGE, FLAGS, FLAGS, FLAGS]);
    expect((await seenBy(foreign.companyUser, 'ATONCE')).filter((count) => count > 0)).toEqual([]);
    expect((await countsOf()).slice(0, 2)).toEqual(
      before.slice(0, 2).map((count) => Number(count) + FLAGS),
    );
    expect(inTree('ATONCE')).toBe(FLAGS);
    expect(await logged('ATONCE')).toBe(FLAGS);
  });

  test('leaves nothing behind if it is canceled before its records are visible', async () => {
    const { held, release } = holdStaging('CANCEL');
    const csv = fileOf('CANCEL');
    const { answer } = await begin(csv);
    await held;
    const { id } = await newest();
    const other = await createWorld(bench.harness, bench.master);
    expect((await other.companyUser.call('DELETE', `/api/imports/${id}`)).status).toBe(404);
    expect((await bench.master.call('DELETE', `/api/imports/${id}`)).status).toBe(204);
    release();
    await answer;
    await whenImported(bench.harness.services);
    expect(await stored('CANCEL')).toBe(0);
    const { queries } = bench.harness.services.db;
    expect(await queries.selectFrom('hidden').selectAll().execute()).toEqual([]);
    expect((await preview('flags', csv)).counts.create).toBe(FLAGS);
  });

  testOnce('can no longer be canceled once its records are visible', async () => {
    const { held, release } = holdPublishing();
    const { answer } = await begin(fileOf('LATE'));
    await held;
    const { id, mayCancel } = await newest();
    expect(mayCancel).toBe(false);
    expect((await bench.master.call('DELETE', `/api/imports/${id}`)).status).toBe(409);
    release();
    await answer;
    await whenImported(bench.harness.services);
    expect(await stateOf(id)).toMatchObject({ state: 'done' });
  });

  test('reserves its flag IDs, and imports nothing if another user has already used one of them', async () => {
    const { companyId, locationId } = bench.world;
    const { held, release } = holdStaging('RACE');
    const { answer } = await begin(fileOf('RACE'));
    await held;
    const flag = (flagId: string) => ({ name: 'Rival', flagId, companyId, locationId });
    const taken = await bench.master.call('POST', '/api/flags', flag('race-7'));
    expect([taken.status, taken.text]).toEqual([409, expect.stringContaining('taken')]);
    // This flag ID is in the slice that is imported next.
    expect((await bench.master.call('POST', '/api/flags', flag('RACE-122'))).status).toBe(201);
    release();
    const { status, json } = await answer;
    await whenImported(bench.harness.services);
    // The call returns the problem if it is still waiting. Otherwise, the problem is stored with
    // the import.
    if (status === 200)
      expect(await stateOf(json.id)).toMatchObject({ state: 'failed', created: FLAGS });
    else expect(status).toBe(409);
    expect(await stored('RACE')).toBe(1);
  });

  test('leaves nothing behind if the server is killed before its records are visible', async () => {
    const { held, release } = holdStaging('KILL');
    const csv = fileOf('KILL');
    const { answer } = await begin(csv);
    await held;
    const { id } = await newest();
    await inAnotherProcess();
    expect(await stored('KILL')).toBe(0);
    expect(await stateOf(id)).toMatchObject({
      state: 'failed',
      problem:
        'The server stopped during the import. Nothing was imported. Start the import again.',
    });
    // A process that was only slow stores nothing more.
    release();
    await answer;
    await whenImported(bench.harness.services);
    expect(await stored('KILL')).toBe(0);
    expect(await imported(csv)).toMatchObject({ state: 'done', created: FLAGS });
  });

  test('is completed if the server is killed after its records have become visible, and logs each record once', async () => {
    const { held } = holdPublishing();
    const { answer } = await begin(fileOf('FINISH'));
    await held;
    const { id, state } = await newest();
    expect(state).toBe('finishing');
    expect(await seenBy(bench.master, 'FINISH')).toEqual([FLAGS, PAGE, FLAGS, FLAGS, FLAGS]);
    expect(inTree('FINISH')).toBeLessThan(FLAGS);
    await inAnotherProcess();
    expect(await stateOf(id)).toMatchObject({ state: 'done', percent: 100, hasKeys: true });
    expect(inTree('FINISH')).toBe(FLAGS);
    for (const one of undo) one();
    await answer;
    await whenImported(bench.harness.services);
    expect(await logged('FINISH')).toBe(FLAGS);
  });

  testOnce('returns its device keys only once, even after a restart', async () => {
    const { held } = holdPublishing();
    const { answer } = await begin(fileOf('KEYS'));
    await held;
    const { id } = await newest();
    await inAnotherProcess();
    const url = `/api/imports/${id}/keys`;
    const other = await bench.harness.as('master');
    expect((await other.call('POST', url)).status).toBe(404);
    const { text } = await bench.master.call('POST', url);
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows.map((row) => row['Flag ID'])).toEqual(
      Array.from({ length: FLAGS }, (_, i) => `KEYS-${i}`),
    );
    const { queries } = bench.harness.services.db;
    const hashes = await queries
      .selectFrom('device_keys')
      .innerJoin('flags', 'flags.id', 'device_keys.flag_id')
      .select(['flags.flag_id', 'key_hash'])
      .where('flags.flag_id', 'like', 'KEYS-%')
      .execute();
    const known = new Map(hashes.map((row) => [row.flag_id, row.key_hash]));
    for (const row of rows) expect(hashSecret(row['Device Key']!)).toBe(known.get(row['Flag ID']!));
    expect(await stateOf(id)).toMatchObject({ hasKeys: false });
    bench.harness.time.now += 6 * 60_000;
    expect((await bench.master.call('POST', url)).status).toBe(410);
    for (const one of undo) one();
    await answer;
  });

  test('waits for another import of the same kind to end, and fails if the other import created the same records', async () => {
    const { held, release } = holdStaging('FIRST');
    const csv = fileOf('FIRST');
    const first = await begin(csv);
    await held;
    bench.harness.time.now++;
    const second = run('flags', csv, first.plan);
    await expect.poll(async () => (await newest()).state).toBe('waiting');
    release();
    const answers = await Promise.all([first.answer, second]);
    await whenImported(bench.harness.services);
    expect(await stored('FIRST')).toBe(FLAGS);
    const states = await Promise.all(
      answers.map(async ({ status, json }) =>
        status === 200 ? (await stateOf(json.id)).state : status,
      ),
    );
    expect(states[0]).toBe('done');
    expect(['failed', 409]).toContain(states[1]);
  });

  testOnce('imports nothing if the company is deleted in the meantime', async () => {
    const doomed = await createWorld(bench.harness, bench.master);
    const first = holdStaging('GONE');
    const { answer } = await begin(fileOf('GONE', doomed));
    await first.held;
    await bench.master.call('DELETE', `/api/companies/${doomed.companyId}`);
    first.release();
    await answer;
    await whenImported(bench.harness.services);
    expect(await stored('GONE')).toBe(0);
    expect(inTree('GONE')).toBe(0);
  });

  testOnce(
    'imports nothing if the user loses the required permissions in the meantime',
    async () => {
      const fired = await bench.harness.as('master');
      const { held, release } = holdStaging('FIRED');
      const { answer } = await begin(fileOf('FIRED'), fired);
      await held;
      expect((await bench.master.call('DELETE', `/api/users/${fired.id}`)).status).toBe(204);
      release();
      await answer;
      await whenImported(bench.harness.services);
      expect(await stored('FIRED')).toBe(0);
    },
  );

  test('prevents the deletion of a location that it is adding flags to', async () => {
    const world = await createWorld(bench.harness, bench.master);
    for (const id of [world.flagRowId, world.otherFlagRowId])
      await bench.master.call('DELETE', `/api/flags/${id}`);
    for (const { id } of [world.companyUser, world.locationUser, { id: world.targetUserId }])
      await bench.master.call('DELETE', `/api/users/${id}`);
    const { held, release } = holdStaging('PLACE');
    const { answer } = await begin(fileOf('PLACE', world));
    await held;
    const url = `/api/locations/${world.locationId}`;
    const kept = await bench.master.call('DELETE', url);
    expect([kept.status, kept.text]).toEqual([
      409,
      'An import is adding records to this location. Try again when it has finished.',
    ]);
    release();
    await answer;
  });

  testOnce(
    'edits many existing records only after the new records are visible, and continues editing after a restart',
    async () => {
      await imported(fileOf('EDIT', bench.world, 120));
      const csv = `${fileOf('EDIT', bench.world, 120).replaceAll('Pole ', 'Mast ')}\n${bench.world.companyId},${bench.world.locationId},New,EDIT-NEW`;
      const names = async () => {
        const { json } = await bench.master.call('GET', '/api/flags');
        const flags = (json as { flagId: string; name: string }[]).filter(({ flagId }) =>
          flagId.startsWith('EDIT-'),
        );
        return [flags.length, flags.filter(({ name }) => name.startsWith('Mast ')).length];
      };
      const publishing = holdPublishing();
      const { answer, plan } = await begin(csv);
      expect(plan.counts).toMatchObject({ create: 1, update: 120 });
      await publishing.held;
      expect((await names())[0]).toBe(121);
      await inAnotherProcess();
      expect(await names()).toEqual([121, 120]);
      const entries = (await bench.master.call('GET', '/api/activity')).json.entries as Activity[];
      expect(entries[0]).toMatchObject({ kind: 'flag.changed', detail: { fields: ['name'] } });
      for (const one of undo) one();
      await answer;
    },
  );
});
