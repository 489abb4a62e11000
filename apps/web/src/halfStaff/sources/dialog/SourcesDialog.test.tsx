import type { OrderSource, OrderSources } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import { SourceNotices } from '../SourceNotices.tsx';
import { SourceProblems } from '../SourceProblems.tsx';
import SourcesDialog from './SourcesDialog.tsx';

const AT = Date.UTC(2026, 4, 4, 15);
const PATH = '/api/half-staff/sources';

const source = (id: string, name: string, more: Partial<OrderSource> = {}): OrderSource => ({
  id,
  isFederal: false,
  isOn: true,
  definition: {
    kind: 'feed',
    name,
    url: `https://${id}.example/feed`,
    authority: 'governor',
    states: ['OH'],
    titleContains: [],
    everyMinutes: 15,
    silentDays: null,
    mayBeEmpty: false,
  },
  checkedAt: AT,
  succeededAt: AT,
  newestAt: AT,
  problem: null,
  problemText: null,
  problemSince: null,
  nextAt: AT,
  deliverTo: null,
  refusedAt: null,
  refusedFor: null,
  ...more,
});
const FAILING = source('oh', 'Governor of Ohio', {
  problem: 'certificate',
  problemText: 'The certificate is not valid.',
  problemSince: AT,
});

function show(
  sources: OrderSource[],
  handlers: Record<string, Handler> = {},
  watchFederal: boolean | null = false,
) {
  const user = testUser();
  const body: OrderSources = { watchFederal, sources };
  serve({ [`GET ${PATH}`]: () => ({ body }), ...handlers });
  renderWith(<SourcesDialog user={user} onClose={() => {}} />, { user });
  return userEvent.setup({ delay: null });
}

test('the sources dialog shows the status of each source, and when its problem began', async () => {
  show([FAILING]);
  const [item] = await screen.findAllByRole('listitem');
  expect(item).toHaveTextContent('Governor of Ohio');
  expect(item).toHaveTextContent('The certificate is not valid. Since');
  expect(item).toHaveTextContent(/Checked .* last new entry/);
  expect(within(item!).getByRole('switch', { name: 'Watch Governor of Ohio' })).toBeChecked();
});

test('the sources dialog asks whether to watch the federal sources, then shows one switch for them', async () => {
  let body: OrderSources = { watchFederal: null, sources: [] };
  const answers: unknown[] = [];
  const hand = show([], {
    [`GET ${PATH}`]: () => ({ body }),
    [`PUT ${PATH}/federal`]: (sent) => {
      answers.push(sent);
      body = {
        watchFederal: true,
        sources: [source('white-house', 'White House', { isFederal: true })],
      };
      return { body };
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Yes, watch the federal sources' }));
  const federal = { name: 'Watch the White House and the Federal Register' };
  expect(await screen.findByRole('switch', federal)).toBeChecked();
  expect(answers).toEqual([{ watch: true }]);
  expect(screen.getAllByRole('switch')).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Delete White House' })).toBeNull();
});

test('the sources dialog adds a web page as a source, and shows an error for each invalid field', async () => {
  const added: unknown[] = [];
  const hand = show([], {
    [`POST ${PATH}`]: (body) => {
      added.push(body);
      return { status: 201, body: source('oh', 'Ohio') };
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Add source' }));
  await hand.type(screen.getByLabelText('Address'), 'not an address');
  await hand.click(screen.getByRole('button', { name: 'Add source' }));
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(screen.getByText('Enter a web address that begins with https://')).toBeVisible();
  await hand.type(screen.getByLabelText('Name'), 'Ohio');
  await hand.clear(screen.getByLabelText('Address'));
  await hand.type(screen.getByLabelText('Address'), 'https://governor.example/news');
  await hand.click(screen.getByRole('combobox', { name: 'Kind' }));
  await hand.click(await screen.findByRole('option', { name: 'Web page' }));
  await hand.type(screen.getByLabelText(/^Links/), '/newsroom/2026/');
  const title = screen.getByLabelText(/^Title contains/);
  await hand.type(title, 'x'.repeat(101));
  await hand.click(screen.getByRole('button', { name: 'Add source' }));
  expect(await screen.findByText('At most 100 characters')).toBeVisible();
  await hand.clear(title);
  await hand.type(title, 'flag{Enter}half-staff{Enter}');
  await hand.click(screen.getByRole('button', { name: 'Add source' }));
  await waitFor(() => expect(added).toHaveLength(1));
  expect(added).toMatchObject([
    {
      kind: 'page',
      name: 'Ohio',
      url: 'https://governor.example/news',
      authority: null,
      links: '/newsroom/2026/',
      titleContains: ['flag', 'half-staff'],
    },
  ]);
  expect(await screen.findByRole('heading', { name: 'Your sources' })).toBeVisible();
});

const fileOf = (content: unknown) =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], 'sources.json', {
    type: 'application/json',
  });
const FEED = { kind: 'feed', name: 'Ohio', url: 'https://governor.example/feed' };

test('the sources dialog adds all sources in a file', async () => {
  const added: unknown[] = [];
  const hand = show([], {
    [`POST ${PATH}`]: (body) => {
      added.push(body);
      return { status: 201, body: source(`s${added.length}`, 'Ohio') };
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Add from file' }));
  const other = { ...FEED, url: 'https://other.example/feed' };
  await hand.upload(screen.getByLabelText('JSON file'), fileOf([FEED, other]));
  expect(await screen.findByText('2 sources added')).toBeInTheDocument();
  expect(added).toMatchObject([{ url: FEED.url, everyMinutes: 15 }, { url: other.url }]);
});

test('a sources file with an error adds nothing, and the error names the entry and field', async () => {
  const hand = show([]);
  await hand.click(await screen.findByRole('button', { name: 'Add from file' }));
  const wrong = [FEED, { ...FEED, url: 'nowhere', everyMinutes: 1 }];
  await hand.upload(screen.getByLabelText('JSON file'), fileOf(wrong));
  expect(
    await screen.findByText('Entry 2, url: Enter a web address that begins with https://'),
  ).toBeVisible();
  expect(screen.getByText('Entry 2, everyMinutes: At least 5 minutes')).toBeVisible();
  await hand.upload(screen.getByLabelText('JSON file'), fileOf('no json'));
  expect(await screen.findByText('The file isn’t valid JSON.')).toBeVisible();
});

test('the sources dialog shows which entry of an added file the server rejected', async () => {
  const hand = show([], {
    [`POST ${PATH}`]: () => ({ status: 409, body: 'There is already a source with this URL.' }),
  });
  await hand.click(await screen.findByRole('button', { name: 'Add from file' }));
  await hand.upload(screen.getByLabelText('JSON file'), fileOf(FEED));
  expect(
    await screen.findByText('Entry 1 (Ohio): There is already a source with this URL.'),
  ).toBeVisible();
});

test('the sources dialog turns a source off, or deletes it after the user confirms', async () => {
  const calls: unknown[] = [];
  const hand = show([source('oh', 'Ohio')], {
    [`PATCH ${PATH}/oh`]: (body) => {
      calls.push(body);
      return { body: source('oh', 'Ohio', { isOn: false }) };
    },
    [`DELETE ${PATH}/oh`]: () => {
      calls.push('deleted');
      return { status: 204 };
    },
  });
  await hand.click(await screen.findByRole('switch', { name: 'Watch Ohio' }));
  await waitFor(() => expect(calls).toEqual([{ isOn: false }]));
  await hand.click(screen.getByRole('button', { name: 'Delete Ohio' }));
  expect(calls).toHaveLength(1);
  await hand.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(calls).toEqual([{ isOn: false }, 'deleted']));
});

test('after a user checks a source, the sources dialog shows the result as soon as the server has stored it', async () => {
  let checkedAt = AT;
  const hand = show([], {
    [`GET ${PATH}`]: () => ({
      body: { watchFederal: false, sources: [source('oh', 'Ohio', { checkedAt })] },
    }),
    [`POST ${PATH}/oh/check`]: () => ({ body: source('oh', 'Ohio') }),
  });
  await hand.click(await screen.findByRole('button', { name: 'Check now: Ohio' }));
  expect(await screen.findByText('Checking…')).toBeVisible();
  checkedAt = AT + 60_000;
  await waitFor(() => expect(screen.queryByText('Checking…')).toBeNull(), { timeout: 5000 });
});

test('the half-staff page lists order sources that have a problem, unless they are turned off', async () => {
  const off = { ...FAILING, id: 'ky', isOn: false };
  serve({ [`GET ${PATH}`]: () => ({ body: { watchFederal: false, sources: [FAILING, off] } }) });
  const user = testUser();
  renderWith(<SourceProblems user={user} />, { user });
  const section = await screen.findByRole('region', { name: 'Sources with problems' });
  expect(within(section).getAllByRole('listitem')).toHaveLength(1);
  expect(section).toHaveTextContent('Governor of Ohio: The certificate is not valid.');
  expect(within(section).getByRole('link', { name: 'View sources' })).toHaveAttribute(
    'href',
    '/half-staff?dialog=sources',
  );
});

test('the dashboard shows masters how many sources have a problem, not counting sources that are off', async () => {
  const off = { ...FAILING, id: 'ky', isOn: false };
  serve({ [`GET ${PATH}`]: () => ({ body: { watchFederal: false, sources: [FAILING, off] } }) });
  const user = testUser();
  renderWith(<SourceNotices user={user} />, { user });
  expect(await screen.findByText('1 order source has a problem')).toBeVisible();
  expect(screen.getByRole('link', { name: 'View sources' })).toHaveAttribute(
    'href',
    '/half-staff?dialog=sources',
  );
});

const webhook = (more: Partial<OrderSource> = {}) =>
  source('hall', 'City hall', {
    definition: {
      kind: 'webhook',
      name: 'City hall',
      authority: null,
      states: [],
      titleContains: [],
      silentDays: 30,
    },
    deliverTo: 'https://flags.example/api/half-staff/sources/hall/deliveries',
    checkedAt: null,
    newestAt: null,
    ...more,
  });

test('the sources dialog adds a webhook, and shows its URL and its secret once', async () => {
  const added: unknown[] = [];
  const hand = show([], {
    [`POST ${PATH}`]: (body) => {
      added.push(body);
      return { status: 201, body: webhook({ secret: 'whsec_once' }) };
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'Add source' }));
  await hand.click(screen.getByRole('combobox', { name: 'Kind' }));
  await hand.click(await screen.findByRole('option', { name: /^Webhook/ }));
  expect(screen.queryByLabelText('Address')).toBeNull();
  await hand.type(screen.getByLabelText('Name'), 'City hall');
  const silent = screen.getByLabelText(/^Days without new entries/);
  expect(silent).toHaveValue('30');
  await hand.clear(silent);
  await hand.type(silent, '0');
  await hand.click(screen.getByRole('button', { name: 'Add source' }));
  expect(await screen.findByText('At least 1 day')).toBeVisible();
  await hand.clear(silent);
  await hand.click(screen.getByRole('button', { name: 'Add source' }));
  expect(await screen.findByLabelText('Secret')).toHaveValue('whsec_once');
  expect(screen.getByLabelText('Address')).toHaveValue(webhook().deliverTo);
  expect(added).toMatchObject([{ kind: 'webhook', name: 'City hall', silentDays: null }]);
  await hand.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('heading', { name: 'Your sources' })).toBeVisible();
  expect(screen.queryByLabelText('Secret')).toBeNull();
});

test('the sources dialog shows when a webhook last received a document, and why it refused a delivery', async () => {
  show([webhook({ checkedAt: AT, refusedAt: AT, refusedFor: 'time' })]);
  const [item] = await screen.findAllByRole('listitem');
  expect(item).toHaveTextContent(webhook().deliverTo!);
  expect(item).toHaveTextContent(/Last delivery rejected: .*Check the other system’s clock/);
  expect(item).toHaveTextContent('Last delivery');
  expect(screen.queryByRole('button', { name: /^Check now/ })).toBeNull();
});

test('the sources dialog replaces the secret of a webhook with a generated one, or with one from another system', async () => {
  const sent: { secret?: string }[] = [];
  const hand = show([webhook()], {
    [`POST ${PATH}/hall/secret`]: (body) => {
      sent.push(body as { secret?: string });
      return { body: webhook(sent.length === 1 ? { secret: 'whsec_new' } : {}) };
    },
  });
  await hand.click(await screen.findByRole('button', { name: 'New secret for City hall' }));
  expect(screen.getByText(/will stop working immediately/)).toBeVisible();
  await hand.click(screen.getByRole('button', { name: 'Change secret' }));
  expect(await screen.findByLabelText('Secret')).toHaveValue('whsec_new');
  await hand.click(screen.getByRole('button', { name: 'Done' }));

  await hand.click(await screen.findByRole('button', { name: 'New secret for City hall' }));
  const field = screen.getByLabelText(/^The other system’s secret/);
  await hand.type(field, 'whsec_short');
  await hand.click(screen.getByRole('button', { name: 'Change secret' }));
  expect(await screen.findByText(/at least 24 bytes long/)).toBeVisible();
  await hand.clear(field);
  await hand.type(field, `whsec_${'A'.repeat(43)}=`);
  await hand.click(screen.getByRole('button', { name: 'Change secret' }));
  expect(await screen.findByRole('heading', { name: 'Your sources' })).toBeVisible();
  expect(sent).toEqual([{ secret: '' }, { secret: `whsec_${'A'.repeat(43)}=` }]);
});
