import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase } from '../../../../../scripts/postgres.mjs';
import { isFull } from '../../testing/full.ts';
import { fillServer, startOn } from '../../testing/google/console.ts';
import { type GoogleStandIn, startGoogle } from '../../testing/google/start.ts';
import { signIn } from '../../testing/people.ts';

/**
 * These tests run several processes with one PostgreSQL server and one Firebase project. Only one
 * process at a time keeps the database and the project consistent.
 */
describe.skipIf(!isFull || process.env.TEST_DATABASE_URL === undefined)(
  'Firebase with several processes',
  () => {
    let google: GoogleStandIn;
    let database: Awaited<ReturnType<typeof createDatabase>>;
    beforeAll(async () => {
      google = await startGoogle();
      vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', google.env.FIREBASE_AUTH_EMULATOR_HOST);
      database = await createDatabase();
    });
    afterAll(async () => {
      await database.drop();
      await google.stop();
      vi.unstubAllEnvs();
    });

    test('receives changes from each process, and from the new lease holder when the current one stops', async () => {
      const env = { DATABASE_URL: database.url };
      const first = await startOn(google, env);
      onTestFinished(() => first.server.stop());
      const second = await startOn(google, env);
      onTestFinished(() => second.server.stop());
      expect(second.printed.join()).not.toContain('/setup#');
      const { companyId, addFlag } = await fillServer(first.server.url, first.printed.join('\n'));
      const flag = await addFlag('PG-1');
      const nameInProject = () => google.realtime.admin.get(`companies/${companyId}/name`);
      const node = `users/${flag.firebaseUserId}/hardware/PG-1`;

      const person = await signIn(second.server.url, 'master');
      await person.patch(`/api/companies/${companyId}`, { name: 'By the second' });
      await expect.poll(nameInProject).toBe('By the second');
      const switched = await person.patch(`/api/flags/${flag.id}`, {
        switches: [{ id: 'sw4', state: true }],
      });
      expect(switched.status).toBe(200);
      expect(await google.realtime.admin.get(`${node}/lamp`)).toBe(true);

      await first.server.stop();
      await person.patch(`/api/companies/${companyId}`, { name: 'By the heir' });
      await expect.poll(nameInProject).toBe('By the heir');
      await google.realtime.admin.update(node, { 'reported/lamp': true });
      await expect
        .poll(() => google.realtime.admin.get(`${node}/command/outcome`))
        .toBe('confirmed');
    });
  },
);
