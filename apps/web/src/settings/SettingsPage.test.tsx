import type { MailTestOutcome, SettingSource, SystemSettings } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { day } from '@/lib/moments.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { deferredAnswer, type Handler, serve } from '@/testing/server.ts';
import SettingsPage from './SettingsPage.tsx';

const DAY_MS = 24 * 60 * 60_000;
const sourced = <T,>(value: T, source: SettingSource = 'default') => ({ value, source });
const defaults = (): SystemSettings => ({
  mail: {
    server: sourced(null),
    from: sourced(null),
    password: 'none',
    canStorePassword: true,
    isShown: false,
  },
  retention: { historyDays: sourced(400), activityDays: sourced(400) },
  backups: {
    isOn: sourced(false),
    time: sourced('03:10'),
    days: sourced(14),
    timeZone: 'America/New_York',
    nextAt: null,
    isUnderWay: false,
    report: null,
  },
});
const SERVER = {
  host: 'smtp.example.com',
  port: 587,
  encryption: 'starttls',
  user: 'flags',
} as const;
const withMail = (source: SettingSource = 'stored'): SystemSettings => ({
  ...defaults(),
  mail: {
    ...defaults().mail,
    server: sourced(SERVER, source),
    from: sourced('flags@example.com', source),
    password: 'set',
  },
});

/** Shows the page. Records each change, and responds with the given settings. */
function show(known: SystemSettings, handlers: Record<string, Handler> = {}) {
  const sent: [string, unknown][] = [];
  const note = (name: string): Record<string, Handler> => ({
    [name]: (body) => {
      sent.push([name, body]);
      return { body: known };
    },
  });
  serve({
    'GET /api/settings': () => ({ body: known }),
    ...note('PUT /api/settings/mail'),
    ...note('DELETE /api/settings/mail'),
    ...note('PUT /api/settings/retention'),
    ...note('PUT /api/settings/backups'),
    ...note('POST /api/settings/backups/now'),
    ...handlers,
  });
  renderWith(<SettingsPage />, { user: testUser({ role: 'master' }), path: '/settings' });
  return sent;
}

const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const retype = async (name: string | RegExp, text: string) => {
  const input = await field(name);
  await userEvent.clear(input);
  await userEvent.type(input, text);
};
/** Clicks Save changes of the mail, retention or backup card. */
const save = async (card: 0 | 1 | 2) =>
  userEvent.click((await screen.findAllByRole('button', { name: 'Save changes' }))[card]!);

test('the settings page shows that defaults are in use and that no email is sent', async () => {
  show(defaults());
  expect(await screen.findByText(/No mail server: no invitations/)).toBeVisible();
  expect(screen.getAllByText('Using defaults')).toHaveLength(2);
  expect(screen.getByText('None; daily backups are off')).toBeVisible();
});

test('the settings page saves a mail server, and fills in the usual port when the encryption changes', async () => {
  const sent = show(defaults());
  await retype('Server', 'smtp.example.com');
  expect(await field('Port')).toHaveValue('587');
  await userEvent.click(screen.getByRole('combobox', { name: 'Encryption' }));
  await userEvent.click(screen.getByRole('option', { name: 'Implicit TLS' }));
  expect(await field('Port')).toHaveValue('465');
  await retype('User', 'flags');
  await retype('Password', 'a secret');
  await retype('Sender', 'Flags <flags@example.com>');
  await save(0);
  await waitFor(() =>
    expect(sent).toEqual([
      [
        'PUT /api/settings/mail',
        {
          host: 'smtp.example.com',
          port: 465,
          encryption: 'tls',
          user: 'flags',
          password: 'a secret',
          from: 'Flags <flags@example.com>',
        },
      ],
    ]),
  );
  expect(await screen.findByText('Mail settings saved')).toBeVisible();
  // The page does not keep the password.
  await waitFor(async () => expect(await field('Password')).toHaveValue(''));
});

test('the settings page shows which typed values are invalid, and sends nothing', async () => {
  const sent = show(defaults());
  await retype('Server', 'https://smtp.example.com');
  await retype('Port', '99999');
  await retype('Sender', 'flags');
  await save(0);
  expect(await screen.findByText(/Must be a host name or an IP address/)).toBeVisible();
  expect(screen.getByText('Port must be between 1 and 65535')).toBeVisible();
  expect(screen.getByText(/Must be an email address/)).toBeVisible();
  await retype('Pole history (days)', '12');
  await save(1);
  expect(await screen.findByText('Must be 30 to 3650 days')).toBeVisible();
  expect(sent).toEqual([]);
});

test('the settings page shows that a mail password is stored, and asks for it again if the mail server changes', async () => {
  show(withMail());
  expect(await screen.findByText(/Leave empty to keep the stored password/)).toBeVisible();
  await retype('Server', 'smtp.other.example');
  expect(await screen.findByText(/Enter the password again/)).toBeVisible();
  await retype('Server', 'smtp.example.com');
  expect(await screen.findByText(/Leave empty to keep the stored password/)).toBeVisible();
  await userEvent.clear(await field('User'));
  expect(await screen.findByText(/stored password is removed/)).toBeVisible();
});

test.each<[MailTestOutcome, RegExp]>([
  ['sent', /The mail server accepted the email\. Check me@example\.com\./],
  ['login-refused', /The mail server rejected the username or password\./],
])(
  'the settings page sends a test email using the typed values, and shows the result: %s',
  async (outcome, text) => {
    const tests: unknown[] = [];
    show(withMail(), {
      'POST /api/settings/mail/test': (body) => {
        tests.push(body);
        return { body: { outcome, to: 'me@example.com' } };
      },
    });
    await retype('Password', 'new one');
    await userEvent.click(screen.getByRole('button', { name: 'Send test email' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(tests).toEqual([
      { settings: { ...SERVER, password: 'new one', from: 'flags@example.com' } },
    ]);
    // The old result was for other settings.
    await retype('Server', 'smtp.other.example');
    expect(screen.queryByText(text)).toBeNull();
  },
);

test('the settings page shows why no test email was sent', async () => {
  show(withMail(), {
    'POST /api/settings/mail/test': () => ({ status: 429, body: 'Too many attempts.' }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send test email' }));
  expect(await screen.findByText(/Too many attempts/)).toBeVisible();
});

test('the settings page asks for confirmation before it removes the mail server', async () => {
  const sent = show(withMail());
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Remove the mail server?' });
  expect(dialog).toHaveTextContent('This removes smtp.example.com and its password.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent).toEqual([['DELETE /api/settings/mail', undefined]]));
});

test('the settings page shows values from environment variables, and does not send them to the server when the user saves', async () => {
  const known = withMail('environment');
  known.retention.historyDays = sourced(0.5, 'environment');
  known.backups.isOn = sourced(true, 'environment');
  known.backups.time = sourced('04:20', 'environment');
  const sent = show(known);
  expect(await screen.findByText('Set in the server’s environment (SMTP_URL)')).toBeVisible();
  expect(screen.getByText('smtp.example.com, port 587')).toBeVisible();
  expect(screen.queryByLabelText('Server')).toBeNull();
  expect(await field('Pole history (days)')).toHaveAttribute('readonly');
  expect(screen.getByText('Set in the server’s environment (HISTORY_DAYS)')).toBeVisible();
  expect(screen.getByRole('switch', { name: 'Back up every day' })).toBeDisabled();
  await retype('Activity log (days)', '500');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save changes' })[0]!);
  await waitFor(() =>
    expect(sent).toEqual([
      ['PUT /api/settings/retention', { activityDays: 500, mayRemove: false }],
    ]),
  );
});

test('the settings page asks for confirmation before a shorter retention period removes entries, and shows the cutoff date', async () => {
  const sent = show(defaults());
  await retype('Pole history (days)', '90');
  await retype('Activity log (days)', '500');
  await save(1);
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove older entries?' });
  expect(dialog).toHaveTextContent(
    `All pole history before ${day(Date.now() - 90 * DAY_MS)} will be permanently removed`,
  );
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  await save(1);
  await userEvent.click(await screen.findByRole('button', { name: 'Save and remove' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['PUT /api/settings/retention', { historyDays: 90, activityDays: 500, mayRemove: true }],
    ]),
  );
});

test('the settings page turns on daily backups, and sends only the changes', async () => {
  const sent = show(defaults());
  await userEvent.click(await screen.findByRole('switch', { name: 'Back up every day' }));
  await save(2);
  await waitFor(() =>
    expect(sent).toEqual([['PUT /api/settings/backups', { isOn: true, mayRemove: false }]]),
  );
});

test('the settings page starts only one backup after a double click, and shows that it is running', async () => {
  const answer = deferredAnswer();
  let asked = 0;
  const known = defaults();
  show(known, {
    'POST /api/settings/backups/now': () => {
      asked++;
      return answer.promise;
    },
  });
  const button = await screen.findByRole('button', { name: 'Back up now' });
  await userEvent.dblClick(button);
  answer.resolve({ body: { ...known, backups: { ...known.backups, isUnderWay: true } } });
  expect(await screen.findByText('In progress…')).toBeVisible();
  expect(asked).toBe(1);
});

test('the settings page shows the last backup, the folder, the free space, and any problem', async () => {
  const known = defaults();
  const at = Date.now() - DAY_MS;
  known.backups = {
    ...known.backups,
    isOn: sourced(true, 'stored'),
    nextAt: Date.now() + DAY_MS,
    report: {
      folder: '/var/lib/halyard/backups',
      freeBytes: 12_000_000_000,
      problem: 'There is no pg_dump on PATH.',
      last: { at, bytes: 4_130_000 },
      failure: { at, reason: 'The disk is full.', retryAt: at + 3_600_000 },
      runningSince: null,
    },
  };
  show(known);
  expect(await screen.findByText(/4\.1 MB/)).toBeVisible();
  expect(screen.getByText('12 GB')).toBeVisible();
  expect(screen.getByText('/var/lib/halyard/backups')).toBeVisible();
  expect(screen.getByText(/Backups can’t be created\. There is no pg_dump/)).toBeVisible();
  expect(screen.getByText(/failed: The disk is full\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Back up now' })).toBeDisabled();
});

test('the settings page keeps the typed values if saving fails, and shows why', async () => {
  show(withMail(), {
    'PUT /api/settings/mail': () => {
      throw new TypeError('Failed to fetch');
    },
    'PUT /api/settings/retention': () => ({ status: 409, body: 'Confirm that first.' }),
  });
  await retype('Sender', 'new@example.com');
  await save(0);
  expect(await screen.findByText('Couldn’t save the settings.')).toBeVisible();
  expect(await field('Sender')).toHaveValue('new@example.com');
  await retype('Activity log (days)', '500');
  await save(1);
  expect(await screen.findByText('409: Confirm that first.')).toBeVisible();
  expect(await field('Activity log (days)')).toHaveValue('500');
});

test("the settings page updates unedited forms with another user's changes, and sends only edited values", async () => {
  const known = defaults();
  const sent = show(known, {
    'GET /api/settings': () => ({ body: known }),
    'POST /api/settings/backups/now': () => {
      const retention = { historyDays: sourced(90, 'stored'), activityDays: sourced(90, 'stored') };
      const time = sourced('05:00', 'stored');
      return { body: { ...known, retention, backups: { ...known.backups, time } } };
    },
  });
  await retype('Activity log (days)', '700');
  // The response contains all settings.
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }));
  await waitFor(async () => expect(await field('Time of day')).toHaveValue('05:00'));
  expect(await field('Activity log (days)')).toHaveValue('700');
  await save(1);
  await waitFor(() =>
    expect(sent).toEqual([
      ['PUT /api/settings/retention', { activityDays: 700, mayRemove: false }],
    ]),
  );
});

test('the settings page shows a message if the settings failed to load, and retries on request', async () => {
  let isAway = true;
  show(defaults(), {
    'GET /api/settings': () => (isAway ? { status: 503, body: 'Away.' } : { body: defaults() }),
  });
  expect(await screen.findByText('Couldn’t load the settings')).toBeVisible();
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Retention' })).toBeVisible();
});
