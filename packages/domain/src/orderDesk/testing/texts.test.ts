import { expect, test } from 'vitest';
import { type ExpectedOrder, readOrderTexts, TRAPS, wholeText } from './orderTexts.ts';

const TEXTS = readOrderTexts(new URL('./texts/', import.meta.url));
const ORDERS = TEXTS.flatMap(({ name, readOn, orders }) =>
  orders.map((order) => ({ name, readOn, order })),
);
const dateOf = (point: ExpectedOrder['starts'] | ExpectedOrder['ends']) =>
  point && 'date' in point ? point.date : null;

test('gives each text a name of its own', () => {
  const names = TEXTS.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('repeats no text', () => {
  const texts = TEXTS.map(wholeText);
  expect(TEXTS.filter((_, at) => texts.indexOf(texts[at]!) !== at).map(({ name }) => name)).toEqual(
    [],
  );
});

test('expects no order that ends before it starts', () => {
  const wrong = ORDERS.filter(({ order }) => {
    const [starts, ends] = [dateOf(order.starts), dateOf(order.ends)];
    return starts !== null && ends !== null && ends < starts;
  });
  expect(wrong).toEqual([]);
});

test('marks exactly the orders whose end is before the day of reading as past', () => {
  const wrong = ORDERS.filter(({ readOn, order }) => {
    const ends = dateOf(order.ends);
    return (ends !== null && ends < readOn) !== (order.past === true);
  });
  expect(wrong).toEqual([]);
});

test('expects no scope where the text names fewer poles than a state', () => {
  expect(ORDERS.filter(({ order }) => order.narrower && order.scope !== null)).toEqual([]);
});

test('calls a text clear only if it fills every field of every order', () => {
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

test('expects only reasons that are in the text', () => {
  const wrong = TEXTS.flatMap((entry) => {
    const text = wholeText(entry).replace(/\s+/g, ' ').toLowerCase();
    return entry.orders
      .flatMap(({ reasonIncludes }) => reasonIncludes)
      .filter((reason) => !text.includes(reason.toLowerCase()))
      .map((reason) => `${entry.name}: ${reason}`);
  });
  expect(wrong).toEqual([]);
});

test('has the address of every text that was found on the web, and no others', () => {
  const wrong = TEXTS.filter(({ source }) => (source.kind === 'written') !== !source.address);
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('has enough texts of each kind of source', () => {
  const count = (kind: string) => TEXTS.filter(({ source }) => source.kind === kind).length;
  expect(count('federal')).toBeGreaterThanOrEqual(10);
  expect(count('rewritten')).toBeGreaterThanOrEqual(65);
  expect(count('written')).toBeGreaterThanOrEqual(100);
});

test('has at least two texts of each trap', () => {
  const rare = TRAPS.filter((trap) => TEXTS.filter((text) => text.trap === trap).length < 2);
  expect(rare).toEqual([]);
});

test('has clear orders and texts without an order in quantity', () => {
  expect(TEXTS.filter(({ clear }) => clear).length).toBeGreaterThanOrEqual(80);
  expect(TEXTS.filter(({ orders }) => orders.length === 0).length).toBeGreaterThanOrEqual(40);
});
