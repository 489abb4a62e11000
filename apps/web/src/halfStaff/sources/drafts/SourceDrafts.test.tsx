import { readOrders, type SourceDraft } from '@halyard/domain';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { makeCompany } from '@/testing/places.ts';
import { renderWith, testUser } from '@/testing/render.tsx';
import { type Handler, serve } from '@/testing/server.ts';
import { order } from '../../page/testing/halfStaffPage.tsx';
import { SourceNotices } from '../SourceNotices.tsx';
import { SourceDrafts } from './SourceDrafts.tsx';

const AT = Date.UTC(2026, 4, 4, 15);
const textUntil = (until: string) =>
  `Governor Ann Bell of Ohio ordered flags statewide to half-staff until sunset on ${until}. It is in memory of Trooper Daniel Cole.`;
const read = (text: string) => readOrders(text, { readOn: '2026-05-04' });
const TEXT = textUntil('May 8, 2026');

const draft = (id: string, more: Partial<SourceDraft> = {}): SourceDraft => ({
  id,
  sourceId: `source-${id}`,
  sourceName: 'Governor of Ohio',
  title: 'Flags lowered for Trooper Cole',
  link: `https://governor.example/${id}`,
  publishedAt: AT,
  foundAt: AT,
  orders: read(TEXT),
  unread: null,
  ...more,
});

const DRAFTS = '/api/half-staff/source-drafts';

function show(drafts: SourceDraft[], handlers: Record<string, Handler> = {}, path = '/half-staff') {
  const user = testUser();
  serve({
    'GET /api/companies': () => ({ body: [makeCompany('acme', 'Acme')] }),
    'GET /api/locations': () => ({ body: [] }),
    'GET /api/half-staff/orders': () => ({ body: [] }),
    [`GET ${DRAFTS}`]: () => ({ body: drafts }),
    [`GET ${DRAFTS}/a`]: () => ({ body: { ...drafts[0], text: TEXT } }),
    ...handlers,
  });
  const { history } = renderWith(<SourceDrafts user={user} />, { user, path });
  return { hand: userEvent.setup({ delay: null }), history };
}
const REVIEW = '/half-staff?dialog=source-draft:a';

test('source drafts are listed with their source and the content of their order', async () => {
  show([
    draft('a'),
    draft('b', { title: 'A scan', orders: [], unread: 'It is a PDF.', publishedAt: null }),
  ]);
  const section = await screen.findByRole('region', { name: 'Drafts from sources' });
  const [first, second] = within(section).getAllByRole('listitem');
  expect(first).toHaveTextContent('Half-staff · Governor · Ohio');
  expect(first).toHaveTextContent('sunset, May 8, 2026');
  expect(first).toHaveTextContent(/Governor of Ohio · published/);
  expect(second).toHaveTextContent('Couldn’t read the document: It is a PDF.');
  expect(second).toHaveTextContent(/found/);
});

test('the list of source drafts is hidden if there are none', async () => {
  show([]);
  await waitFor(() => expect(fetch).toHaveBeenCalledWith(DRAFTS, expect.anything()));
  expect(screen.queryByRole('region', { name: 'Drafts from sources' })).toBeNull();
});

test('source drafts are not requested for users who are not allowed to manage sources', () => {
  const fetched = serve({});
  const user = testUser({ role: 'company_user', companyId: 'acme' });
  renderWith(<SourceDrafts user={user} />, { user, path: REVIEW });
  expect(fetched).not.toHaveBeenCalled();
});

test('a source draft is dismissed after a confirmation', async () => {
  const dismissed: string[] = [];
  const { hand } = show([draft('a')], {
    [`DELETE ${DRAFTS}/a`]: () => {
      dismissed.push('a');
      return { status: 204 };
    },
  });
  await hand.click(await screen.findByRole('button', { name: /^Dismiss / }));
  expect(dismissed).toEqual([]);
  await hand.click(await screen.findByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(dismissed).toEqual(['a']));
});

test('the review of a source draft fills in the form from the stored text, and saves the link as the source', async () => {
  const saved: unknown[] = [];
  const { hand, history } = show(
    [draft('a')],
    {
      'POST /api/half-staff/orders': (body) => {
        saved.push(body);
        return { status: 201, body: order('o1', 'Trooper Cole') };
      },
    },
    REVIEW,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Review draft' });
  expect(await within(dialog).findByLabelText('Ends on')).toHaveValue('2026-05-08');
  expect(within(dialog).getByRole('region', { name: 'Text' }).querySelector('mark')).toBeTruthy();
  await hand.type(within(dialog).getByLabelText('Issued on'), '2026-05-04');
  const starts = within(dialog).getByRole('combobox', { name: 'Starts' });
  if (starts.textContent === 'Choose') {
    await hand.click(starts);
    await hand.click(await screen.findByRole('option', { name: /Immediately/ }));
  }
  await hand.click(within(dialog).getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(saved).toMatchObject([{ sourceUrl: 'https://governor.example/a' }]));
  await waitFor(() =>
    expect(decodeURIComponent(history.at(-1) ?? '')).toBe('/half-staff?dialog=order-details:o1'),
  );
});

test('the review of a source draft shows conflicting sources side by side, and describes the difference', async () => {
  const other = draft('b', {
    sourceName: 'Ohio News',
    orders: read(textUntil('May 9, 2026')),
  });
  show([draft('a'), other], {}, REVIEW);
  expect(await screen.findByRole('heading', { name: 'The sources disagree.' })).toBeVisible();
  const ends = screen.getByRole('row', { name: /^Ends/ });
  expect(ends).toHaveTextContent('sunset, May 8, 2026');
  expect(within(ends).getByRole('cell', { name: /^Differs:.*sunset, May 9, 2026/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /^Kind/ })).not.toHaveTextContent('Differs');
  expect(screen.getByRole('link', { name: 'Ohio News' })).toHaveAttribute(
    'href',
    '/half-staff?dialog=source-draft:b',
  );
});

test('the review of a source draft shows that another source agrees', async () => {
  show([draft('a'), draft('b', { sourceName: 'Ohio News' })], {}, REVIEW);
  expect(await screen.findByRole('heading', { name: 'Another source agrees.' })).toBeVisible();
  expect(screen.queryByText('Differs:')).toBeNull();
});

test('the review of a source draft does not compare the draft with an order about a different event', async () => {
  const orders = [order('o1', 'Death of Judge Ruth Marsh', { authority: 'governor' })];
  show([draft('a')], { 'GET /api/half-staff/orders': () => ({ body: orders }) }, REVIEW);
  expect(await screen.findByLabelText('Ends on')).toHaveValue('2026-05-08');
  expect(screen.queryByRole('table')).toBeNull();
});

test('when a user reviews a source draft, the browser reads the linked document if the server could not', async () => {
  const unread = { ...draft('a', { orders: [], unread: 'It is a PDF.' }), text: null };
  show(
    [unread],
    {
      [`GET ${DRAFTS}/a`]: () => ({ body: unread }),
      'POST /api/half-staff/read-link': () => ({
        body: {
          address: unread.link,
          type: 'text/plain',
          charset: 'utf-8',
          content: btoa(TEXT),
        },
      }),
    },
    REVIEW,
  );
  expect(await screen.findByLabelText('Ends on')).toHaveValue('2026-05-08');
  expect(within(screen.getByRole('dialog')).queryByText(/^Not read/)).toBeNull();
});

test('the review of a source draft opens an empty form if the document could not be read, and shows why', async () => {
  const unread = { ...draft('a', { orders: [], unread: 'It is a PDF.' }), text: null };
  show(
    [unread],
    {
      [`GET ${DRAFTS}/a`]: () => ({ body: unread }),
      'POST /api/half-staff/read-link': () => ({ status: 400, body: 'The page was not found.' }),
    },
    REVIEW,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Review draft' });
  expect(
    await within(dialog).findByText('Couldn’t read the document: The page was not found.'),
  ).toBeVisible();
  expect(within(dialog).getByLabelText(/^Source/)).toHaveValue('https://governor.example/a');
  expect(within(dialog).getByRole('combobox', { name: 'Kind' })).toHaveTextContent('Choose');
  expect(within(dialog).queryByText('Not in the text')).toBeNull();
});

test('the review of a source draft shows a message if the draft has already been handled', async () => {
  show([], { [`GET ${DRAFTS}/a`]: () => ({ status: 404, body: 'Draft not found' }) }, REVIEW);
  expect(await screen.findByText(/Draft not found/)).toBeVisible();
});

test('the dashboard shows how many source drafts need review', async () => {
  serve({ [`GET ${DRAFTS}`]: () => ({ body: [draft('a')] }) });
  const user = testUser();
  renderWith(<SourceNotices user={user} />, { user });
  expect(await screen.findByText('1 draft order is waiting for you')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Review' })).toHaveAttribute('href', '/half-staff');
});
