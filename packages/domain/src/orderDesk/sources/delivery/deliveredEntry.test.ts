import { describe, expect, test } from 'vitest';
import type { Order } from '../../../halfStaff/orders/order.ts';
import { htmlText } from '../../document/htmlText.ts';
import { readOrders } from '../../reader/readOrders.ts';
import { deliveredEntry, UnreadableDelivery } from './deliveredEntry.ts';

const AT = Date.UTC(2026, 4, 4, 15);
const TEXT =
  'The Governor of Ohio orders flags in Ohio to half-staff from sunrise on May 5, 2026 until sunset on May 8, 2026.';

const entryOf = (content: unknown, type = 'application/json') =>
  deliveredEntry(
    { id: 'd-1', type, content: typeof content === 'string' ? content : JSON.stringify(content) },
    'City hall',
  );

describe('a delivered document', () => {
  test("becomes an entry with the same fields as a feed's entry", () => {
    const link = 'https://city.example.gov/order';
    expect(
      entryOf({ id: '7', title: 'Flags\nlowered', link, publishedAt: AT, text: 'a < b & c' }),
    ).toEqual({
      key: 'delivered 7 []',
      title: 'Flags lowered',
      link,
      document: null,
      publishedAt: AT,
      content: '<pre>a &lt; b &amp; c</pre>',
      wording: null,
    });
  });

  test('keeps HTML tags and entities as they are if it is plain text', () => {
    const text = 'Flags <b>down</b>\n\n5 &amp; 6\n  </pre> end';
    expect(htmlText(entryOf({ text })!.content)).toBe('Flags <b>down</b>\n\n5 &amp; 6\n</pre> end');
  });

  test('may be plain text or HTML', () => {
    for (const type of ['text/plain', 'text/html'])
      expect(entryOf(TEXT, type)).toMatchObject({ title: 'City hall', link: null, document: null });
  });

  test('is read from the web page at its link if it contains only a link', () => {
    const link = 'https://city.example.gov/order';
    expect(entryOf({ link })).toMatchObject({ document: link, content: '' });
  });

  test('is identified by the orders in it and by its ID (if it has no ID, by its link or else by the delivery ID)', () => {
    const keys = [{ id: '7', link: 'https://a.example/' }, { link: 'https://a.example/' }, {}].map(
      (more) => entryOf({ text: 'Nothing.', ...more })!.key,
    );
    expect(keys).toEqual(['7', 'https://a.example/', 'd-1'].map((id) => `delivered ${id} []`));
    const key = (text: string) => entryOf({ id: '7', text })!.key;
    expect(key(`${TEXT} Read 5 times.`)).toBe(key(TEXT));
    expect(key(TEXT.replace('May 8', 'May 9'))).not.toBe(key(TEXT));
  });

  test.each([
    ['not JSON', '{', 'The body must be a JSON object.'],
    ['a JSON list', '[]', 'The body must be a JSON object.'],
    ['no content', '{"title":"x"}', 'The document must have text, HTML or a valid link.'],
    [
      'only an invalid link',
      '{"link":"file:///etc"}',
      'The document must have text, HTML or a valid link.',
    ],
    ['a field of the wrong type', '{"text":5}', 'text: Text is required'],
  ])('is rejected with a reason: %s', (_what, content, reason) => {
    expect(() => entryOf(content)).toThrow(new UnreadableDelivery(reason));
  });

  test('is not read automatically if its HTML elements are nested too deeply', () => {
    expect(entryOf({ id: '7', html: '<div>'.repeat(100_000) })!.key).toBe('delivered 7 ');
  });
});

describe('a webhook event from another Halyard installation', () => {
  const order: Order = {
    id: 'o1',
    companyId: null,
    authority: 'governor',
    kind: 'half',
    reason: 'In memory of Trooper Cole Barton',
    sourceUrl: 'https://governor.example.gov/order',
    issuedAt: AT,
    scope: { kind: 'states', states: ['OH'] },
    starts: { kind: 'sunrise', date: '2026-05-05' },
    ends: { kind: 'sunset', date: '2026-05-08' },
    status: 'approved',
    version: 1,
    revision: 2,
    createdBy: 'ann',
    createdAt: AT,
    approvedBy: 'ann',
    approvedAt: AT,
    cancelledBy: null,
    cancelledAt: null,
    cancelledWhy: null,
  };
  const event = (type: string, data: object) => ({
    id: 'e1',
    type,
    timestamp: '2026-05-04T15:00:00.000Z',
    companyId: null,
    data,
  });
  const told = (more: Partial<Order>, type = 'order.approved') =>
    entryOf(event(type, { order: { ...order, ...more }, applies: true, waits: false }))!;
  const readingOf = (more: Partial<Order>, type?: string) => {
    const readings = readOrders(htmlText(told(more, type).content), { readOn: '2026-05-04' });
    expect(readings).toHaveLength(1);
    return readings[0]!;
  };

  test("is read with all of the order's terms if an order was approved", () => {
    const reading = readingOf({});
    expect(reading).toMatchObject({
      kind: { value: 'half' },
      authority: { value: 'governor' },
      scope: { value: order.scope },
      starts: { value: order.starts },
      ends: { value: order.ends },
      issuedOn: { value: '2026-05-04' },
      amends: null,
    });
    expect(reading.reason?.value).toMatch(/Trooper Cole Barton/);
    expect(told({})).toMatchObject({ title: order.reason, link: order.sourceUrl });
  });

  test.each<Partial<Order>>([
    { authority: 'president', scope: { kind: 'all' } },
    { authority: 'mayor-dc', scope: { kind: 'states', states: ['DC'] } },
    { kind: 'full' },
    { starts: { kind: 'immediately' } },
    { starts: { kind: 'time', date: '2026-05-05', time: '09:05' } },
    { starts: { kind: 'time', date: '2026-05-05', time: '12:00' } },
    { ends: { kind: 'noon', date: '2026-05-25' } },
    { ends: { kind: 'time', date: '2026-05-08', time: '17:30' } },
    { ends: { kind: 'open' } },
  ])('is read correctly for every kind of scope, start and end: %j', (more) => {
    const { kind, authority, scope, starts, ends } = readingOf(more);
    const want = { ...order, ...more };
    expect({
      kind: kind?.value,
      authority: authority?.value,
      scope: scope?.value,
      starts: starts?.value,
      ends: ends?.value,
    }).toEqual({
      kind: want.kind,
      authority: want.authority,
      scope: want.scope,
      starts: want.starts,
      ends: want.ends,
    });
  });

  test('becomes a draft without a scope if its order is limited to locations of the other installation', () => {
    const scope = { kind: 'locations', locationIds: ['x'] } as const;
    expect(readingOf({ scope: { ...scope, locationIds: ['x'] } }).scope).toBeNull();
  });

  test('is read as a change to the earlier order if the order was amended or canceled', () => {
    expect(readingOf({}, 'order.amended').amends?.value).toBe('corrects');
    expect(readingOf({}, 'order.cancelled').amends?.value).toBe('cancels');
  });

  test("has a different key for an order's approval, amendment and cancellation", () => {
    const keys = [
      told({}),
      told({ ends: { kind: 'open' } }, 'order.amended'),
      told({}, 'order.cancelled'),
    ].map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(told({}).key).toBe(keys[0]);
  });

  test.each(['test', 'flag.position', 'alert.started'])('is ignored if its type is %s', (type) => {
    expect(entryOf(event(type, {}))).toBeNull();
  });
});
