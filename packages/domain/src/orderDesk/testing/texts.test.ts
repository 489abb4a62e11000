import { expect, test } from 'vitest';
import { type ExpectedOrder, readOrderTexts, TRAPS, wholeText } from './orderTexts.ts';

const TEXTS = readOrderTexts(new URL('./texts/', import.meta.url));
const ORDERS = TEXTS.flatMap(({ name, readOn, orders }) =>
  orders.map((order) => ({ name, readOn, order })),
);
const dateOf = (point: ExpectedOrder['starts'] | ExpectedOrder['ends']) =>
  point && 'date' in point ? point.date : null;

test('each sample text has a unique name', () => {
  const names = TEXTS.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('no sample text appears twice', () => {
  const texts = TEXTS.map(wholeText);
  expect(TEXTS.filter((_, at) => texts.indexOf(texts[at]!) !== at).map(({ name }) => name)).toEqual(
    [],
  );
});

test('no sample order is expected to end before it starts', () => {
  const wrong = ORDERS.filter(({ order }) => {
    const [starts, ends] = [dateOf(order.starts), dateOf(order.ends)];
    return starts !== null && ends !== null && ends < starts;
  });
  expect(wrong).toEqual([]);
});

test('exactly the sample orders that ended before the day they were read are marked as past', () => {
  const wrong = ORDERS.filter(({ readOn, order }) => {
    const ends = dateOf(order.ends);
    return (ends !== null && ends < readOn) !== (order.past === true);
  });
  expect(wrong).toEqual([]);
});

test('a sample order that covers only part of a state has no expected scope', () => {
  expect(ORDERS.filter(({ order }) => order.narrower && order.scope !== null)).toEqual([]);
});

test('a sample text is marked as clear only if it states every field of every order', () => {
  const wrong = TEXTS.filter(
    ({ clear, orders }) =>
      clear &&
      (orders.length === 0 ||
        orders.some(({ kind, authority, scope, starts, ends }) =>
          [kind, authority, scope, starts, ends].includes(null),
        )),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('each expected reason appears in its sample text', () => {
  const wrong = TEXTS.flatMap((entry) => {
    const text = wholeText(entry).replace(/\s+/g, ' ').toLowerCase();
    return entry.orders
      .flatMap(({ reasonIncludes }) => reasonIncludes)
      .filter((reason) => !text.includes(reason.toLowerCase()))
      .map((reason) => `${entry.name}: ${reason}`);
  });
  expect(wrong).toEqual([]);
});

test('each sample text from the web has a URL, and no other sample text has one', () => {
  const wrong = TEXTS.filter(({ source }) => (source.kind === 'written') !== !source.address);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('the sample texts include enough texts from each kind of source', () => {
  const count = (kind: string) => TEXTS.filter(({ source }) => source.kind === kind).length;
  expect(count('federal')).toBeGreaterThanOrEqual(10);
  expect(count('rewritten')).toBeGreaterThanOrEqual(65);
  expect(count('written')).toBeGreaterThanOrEqual(100);
});

test('each kind of difficulty for the order reader has at least two sample texts', () => {
  const rare = TRAPS.filter((trap) => TEXTS.filter((text) => text.trap === trap).length < 2);
  expect(rare).toEqual([]);
});

test('the sample texts include many clear orders and many texts without an order', () => {
  expect(TEXTS.filter(({ clear }) => clear).length).toBeGreaterThanOrEqual(80);
  expect(TEXTS.filter(({ orders }) => orders.length === 0).length).toBeGreaterThanOrEqual(40);
});
