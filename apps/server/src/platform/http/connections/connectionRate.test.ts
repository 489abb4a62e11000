import { expect, test } from 'vitest';
import { ConnectionRate } from './connectionRate.ts';

/** Creates a rate limiter with a clock that only the test advances. */
function openRate() {
  let now = 0;
  const rate = new ConnectionRate(() => now);
  const admitted = (count: number, address: (i: number) => string): number =>
    Array.from({ length: count }, (_, i) => rate.admits(address(i))).filter(Boolean).length;
  return { rate, admitted, pass: (ms: number) => (now += ms) };
}

test('an IP address can open 4,000 connections at once, and then 50 per second', () => {
  const { rate, admitted, pass } = openRate();
  expect(admitted(10_000, () => '192.0.2.1')).toBe(4000);
  pass(1000);
  expect(admitted(10_000, () => '192.0.2.1')).toBe(50);
  expect(rate.refused).toBe(15_950);
});

test('connections are counted separately for each IP address', () => {
  const { admitted } = openRate();
  admitted(10_000, () => '192.0.2.1');
  expect(admitted(10, () => '192.0.2.2')).toBe(10);
});

test('all addresses of an IPv6 /48 together can open twice as many connections as a single address', () => {
  const { admitted } = openRate();
  expect(admitted(20_000, (i) => `2001:db8:1:${(i % 5000).toString(16)}::1`)).toBe(8000);
  expect(admitted(10, () => '2001:db8:2::1')).toBe(10);
});

test('after a quiet period, an IP address can again open 4,000 connections at once', () => {
  const { admitted, pass } = openRate();
  admitted(5000, () => '192.0.2.1');
  pass(120_000);
  expect(admitted(5000, () => '192.0.2.1')).toBe(4000);
});
