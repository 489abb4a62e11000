import { USERNAME_TAKEN, userTexts } from '@halyard/domain';
import { describe, expect, test, vi } from 'vitest';
import { engines } from '../../testing/engines.ts';
import { createHarness, PASSWORD } from '../../testing/harness.ts';
import { createWorld } from '../../testing/world.ts';
import { people } from './kinds/people.ts';
import { fates, useImportBench } from './testing/importBench.ts';

describe.each(engines)('a CSV import of users on %s', (engine) => {
  const bench = useImportBench(engine);
  const { preview, run, imported, mails } = bench;
  const PEOPLE = 'Company,Location,First Name,Last Name,Email,Phone,Username,Role';

  test('tells new users by email how to get their first password, and never emails a password itself', async () => {
    const csv = [
      'Company,Location,First Name,Last Name,Email,Phone,Username,Role',
      `${bench.world.companyId},North,Pia,Lee,pia@example.test,7015550100,pia,Company User`,
      `${bench.world.companyId},North,Leo,Lost,lost@example.test,7015550100,leo,`,
      ',,Max,Master,max@example.test,7015550100,max,master',
    ].join('\n');
    const plan = await preview('people', csv);
    expect(plan.mayInvite).toBe(true);
    expect(plan.counts.create).toBe(3);
    const { status, json } = await run('people', csv, plan, { invite: true });
    expect([status, json.invited, json.keys]).toEqual([200, 3, null]);
    const invited = () => mails.filter(({ to }) => /^(pia|lost|max)@/.test(to));
    await expect
      .poll(() => invited().map(({ to }) => to))
      .toEqual(['pia@example.test', 'max@example.test']);
    expect(invited()[0]!.text).toContain('Username: pia');
    expect(invited()[0]!.text).toContain('http://localhost:3000/forgot-password');
    const users = (await bench.master.call('GET', '/api/users')).json as Record<string, string>[];
    const roles = users.filter(({ username }) => ['pia', 'leo', 'max'].includes(username!));
    expect(roles.map(({ username, role, location }) => [username, role, location]).sort()).toEqual([
      ['leo', 'location_user', 'North'],
      ['max', 'master', null],
      ['pia', 'company_user', 'North'],
    ]);
    const login = await bench.harness
      .anonymous()
      .call('POST', '/api/login', { username: 'pia', password: '' });
    expect(login.status).not.toBe(200);
  });

  const newPeople = (prefix: string, count: number) =>
    [
      PEOPLE,
      ...Array.from(
        { length: count },
        (_, i) => `,North,A,B,${prefix}-${i}@made-up.example,7015550100,${prefix}-${i},`,
      ),
    ].join('\n');

  test('emails at most 200 users per company per day, whether in one import or in several', async () => {
    const { companyUser } = await createWorld(bench.harness, bench.master);
    const invite = async (prefix: string, count: number) => {
      const csv = newPeople(prefix, count);
      return run(
        'people',
        csv,
        await preview('people', csv, companyUser),
        { invite: true },
        companyUser,
      );
    };
    const all = await invite('all', 201);
    expect([all.status, all.text]).toEqual([
      429,
      'These 201 emails exceed the daily limit. Try again in 1 hour, or ask the operator to raise MAILS_PER_COMPANY.',
    ]);
    const tooMany = await Promise.all([invite('some', 120), invite('more', 120)]);
    expect(tooMany.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect((await invite('few', 80)).status).toBe(200);
    const last = await invite('last', 1);
    expect(last.status).toBe(429);
    expect(Number(last.headers['retry-after'])).toBe(24 * 3600);
    const users = (await companyUser.call('GET', '/api/users')).json as { username: string }[];
    expect(users.filter(({ username }) => username.startsWith('all-'))).toEqual([]);
    // Other companies have their own limits, and after a day the limit is reset.
    const other = (await createWorld(bench.harness, bench.master)).companyUser;
    const csv = newPeople('other', 1);
    const others = await run(
      'people',
      csv,
      await preview('people', csv, other),
      { invite: true },
      other,
    );
    expect(others.status).toBe(200);
    bench.harness.time.now += 24 * 3_600_000;
    // Importing users requires a recent sign-in.
    for (const client of [bench.master, companyUser, bench.world.companyUser])
      await client.call('POST', '/api/user/password/confirmation', { password: PASSWORD });
    expect((await invite('next', 1)).status).toBe(200);
    bench.harness.time.now -= 24 * 3_600_000;
  });

  test('does not count toward the email limit if it fails', async () => {
    const { companyUser } = await createWorld(bench.harness, bench.master);
    const csv = newPeople('back', 200);
    const plan = await preview('people', csv, companyUser);
    const failing = vi.spyOn(people, 'stager').mockRejectedValueOnce(new Error('disk full'));
    expect((await run('people', csv, plan, { invite: true }, companyUser)).status).toBe(500);
    failing.mockRestore();
    expect((await run('people', csv, plan, { invite: true }, companyUser)).status).toBe(200);
  });

  test('emails nobody if PUBLIC_URL is not set, regardless of the Host header that the caller sends', async () => {
    const own = await createHarness({
      engine,
      mailer: { send: async () => {}, close() {} },
      settings: { publicUrl: null },
    });
    const ownMaster = await own.as('master');
    const csv = `${PEOPLE}\n,,A,B,a@example.test,7015550100,alone,master`;
    const call = (url: string, body: object) =>
      ownMaster.call(
        'POST',
        url,
        { csv, ...body },
        { headers: { host: 'evil.example', origin: 'http://evil.example' } },
      );
    const { json: plan } = await call('/api/import/people/preview', {});
    expect(plan.mayInvite).toBe(false);
    const refused = await call('/api/import/people', { plan: plan.plan, invite: true });
    expect([refused.status, refused.text]).toEqual([
      409,
      'Invitations need Halyard’s public URL. Ask the operator to set PUBLIC_URL.',
    ]);
    expect((await call('/api/import/people', { plan: plan.plan })).status).toBe(200);
    await own.close();
  });

  test('rejects control characters and line breaks in names, usernames and phone numbers', async () => {
    const { lines } = await preview(
      'people',
      [
        PEOPLE,
        `${bench.world.companyId},North,"A\nx",B,a@example.test,7015550100,break-1,`,
        `${bench.world.companyId},North,A,B,a@example.test,"701\n5550100",break-2,`,
        `${bench.world.companyId},North,A,B,a@example.test,7015550100,"break\n\n3",`,
      ].join('\n'),
    );
    expect(fates(lines).map(([, ...rest]) => rest)).toEqual([
      ['refused', 'First Name: Control characters are not allowed'],
      ['refused', 'Phone: Control characters are not allowed'],
      ['refused', 'Username: Control characters are not allowed'],
    ]);
  });

  test('rejects roles that an import cannot assign, and users without a location', async () => {
    const { lines } = await preview(
      'people',
      [
        'Company,Location,First Name,Last Name,Email,Phone,Username,Role',
        `${bench.world.companyId},North,A,B,a@example.test,7015550100,ann-1,Employee`,
        `${bench.world.companyId},,A,B,a@example.test,7015550100,ann-2,`,
        `${bench.world.companyId},North,A,B,not an address,,ann-3,Boss`,
      ].join('\n'),
    );
    expect(fates(lines)).toEqual([
      [2, 'refused', 'Role: The role Employee can be assigned only by invitation.'],
      [3, 'refused', 'Location: Please select a location for the employee.'],
      [
        4,
        'refused',
        'Email: Enter a valid email address',
        'Phone: Phone number is required',
        'Role: Role is required',
      ],
    ]);
  });

  test('sets whether users may move poles; an empty or missing cell means yes', async () => {
    const columns = 'Location,First Name,Last Name,Email,Phone,Username,Role';
    const line = (name: string, ...rest: string[]) =>
      ['North', 'A', 'B', 'a@example.test', '7015550100', name, ...rest].join(',');
    const { companyUser } = bench.world;
    const csv = [
      `${columns},May Move Poles`,
      line('look-no', '', 'No'),
      line('look-false', '', 'FALSE'),
      line('look-yes', '', 'yes'),
      line('look-empty', '', ''),
    ].join('\n');
    expect((await imported('people', csv, {}, companyUser)).created).toBe(4);
    const without = [columns, line('look-missing', '')].join('\n');
    expect((await imported('people', without, {}, companyUser)).created).toBe(1);
    const users: { username: string; mayMovePoles: boolean }[] = (
      await companyUser.call('GET', '/api/users')
    ).json;
    const looking = users.filter(({ username }) => username.startsWith('look-'));
    expect(Object.fromEntries(looking.map((user) => [user.username, user.mayMovePoles]))).toEqual({
      'look-no': false,
      'look-false': false,
      'look-yes': true,
      'look-empty': true,
      'look-missing': true,
    });
    const { lines } = await preview(
      'people',
      [
        `${columns},May Move Poles`,
        line('look-no', '', 'no'),
        line('look-no', '', 'yes'),
        line('look-odd', '', 'perhaps'),
        line('look-company', 'Company User', 'no'),
      ].join('\n'),
      companyUser,
    );
    expect(fates(lines)).toEqual([
      [2, 'same'],
      [3, 'refused', 'Username: Duplicate of row 2'],
      [4, 'refused', 'May Move Poles: Enter yes or no'],
      [5, 'refused', `May Move Poles: ${userTexts.alwaysMoves}`],
    ]);
  });

  describe('by a company user', () => {
    test("creates locations and users in that user's own company if the file names no company", async () => {
      const { companyUser } = bench.world;
      const csv =
        'Name,Address 1,City,State,ZIP,Phone\nEast,1 Main Street,Fargo,ND,58102,7015550100';
      expect((await imported('locations', csv, {}, companyUser)).created).toBe(1);
      const people = `${PEOPLE}\n,East,A,B,a@example.test,7015550100,own-1,`;
      expect((await imported('people', people, {}, companyUser)).created).toBe(1);
      const users = (await companyUser.call('GET', '/api/users')).json as Record<string, string>[];
      expect(users.find(({ username }) => username === 'own-1')).toMatchObject({
        companyId: bench.world.companyId,
        location: 'East',
      });
    });

    test('reveals neither the locations nor the usernames of another company', async () => {
      const other = await createWorld(bench.harness, bench.master);
      const taken = (await bench.master.call('GET', '/api/users')).json.find(
        ({ id }: { id: string }) => id === other.targetUserId,
      ).username as string;
      const { lines } = await preview(
        'people',
        [
          PEOPLE,
          `${other.companyId},North,A,B,a@example.test,7015550100,far-1,`,
          `,${other.locationId},A,B,a@example.test,7015550100,far-2,`,
          `,North,A,B,a@example.test,7015550100,${taken},`,
          ',,A,B,a@example.test,7015550100,far-3,master',
        ].join('\n'),
        bench.world.companyUser,
      );
      expect(fates(lines)).toEqual([
        [2, 'refused', 'Company: Company not found'],
        [3, 'refused', 'Location: Location not found'],
        [4, 'refused', `Username: ${USERNAME_TAKEN}`],
        [5, 'refused', 'Role: You are not allowed to do this.'],
      ]);
    });
  });
});
