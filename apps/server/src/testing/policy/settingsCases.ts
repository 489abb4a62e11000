import type { Case, Kit } from './matrix.ts';

const URL = '/api/settings';
/** A mail server at a port where nothing listens. */
const MAIL = { host: '127.0.0.1', port: 1, encryption: 'tls', user: null, from: 'a@example.test' };

/**
 * The expected status codes for settings of the whole installation. They are the same for every
 * tenant.
 */
const MASTERS = {
  own: [200, 403, 403, 403, 403, 403, 401],
  foreign: [200, 403, 403, 403, 403, 403, 401],
} as const;

export const settingsCases = ({ harness, master }: Kit): Case[] => [
  {
    call: 'getSystemSettings',
    what: 'of the installation',
    act: (c) => c.call('GET', URL),
    ...MASTERS,
  },
  {
    call: 'setMailSettings',
    what: 'of the installation',
    act: (c) => c.call('PUT', `${URL}/mail`, MAIL),
    ...MASTERS,
  },
  {
    call: 'removeMailSettings',
    what: 'of the installation',
    async act(c) {
      await master.call('PUT', `${URL}/mail`, MAIL);
      return c.call('DELETE', `${URL}/mail`);
    },
    ...MASTERS,
  },
  {
    call: 'testMailSettings',
    what: 'of a server that does not exist',
    act: (c) => c.call('POST', `${URL}/mail/test`, { settings: MAIL }),
    ...MASTERS,
  },
  {
    call: 'setRetention',
    what: 'of the installation',
    act: (c) => c.call('PUT', `${URL}/retention`, { historyDays: 500 }),
    ...MASTERS,
  },
  {
    call: 'setBackupSettings',
    what: 'of the installation',
    act: (c) => c.call('PUT', `${URL}/backups`, { days: 20 }),
    ...MASTERS,
  },
  {
    call: 'backUpNow',
    what: 'when none is running',
    async act(c) {
      const { queries } = harness.services.db;
      await queries.deleteFrom('settings').where('id', '=', 'backup.request').execute();
      return c.call('POST', `${URL}/backups/now`);
    },
    ...MASTERS,
  },
  {
    call: 'getSetUpList',
    what: "the caller's own",
    act: (c) => c.call('GET', '/api/set-up'),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
  {
    call: 'showSetUpList',
    what: "the caller's own",
    act: (c) => c.call('PUT', '/api/set-up', { isShown: false }),
    own: [200, 200, 403, 403, 403, 403, 401],
    foreign: [200, 200, 403, 403, 403, 403, 401],
  },
];
