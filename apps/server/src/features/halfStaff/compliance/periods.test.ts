import type { LedgerEntry } from '@halyard/domain';
import { expect, test } from 'vitest';
import { periodsOf } from './periods.ts';

const entry = (at: number, sourceKey: string, body: LedgerEntry['body']): LedgerEntry => ({
  seq: at,
  at,
  kind: 'should-be',
  flagId: 'f',
  flagName: 'Main',
  companyId: 'c',
  company: 'Acme',
  sourceKey,
  body: { keys: [sourceKey], since: at, title: sourceKey, ...body },
  prevHash: '',
  hash: '',
});
const half = (at: number, key: string) => entry(at, key, { position: 'half' });

test('a compliance period lasts until a different order, day or rule is in effect at the pole', () => {
  const entries = [half(100, 'order:a'), entry(200, 'none', { position: null })];
  expect(periodsOf(entries, 999)).toEqual([
    { key: 'order:a', title: 'order:a', from: 100, until: 200 },
  ]);
});

test('a compliance period ends when a different order takes effect; a period still in progress ends at the current time', () => {
  expect(periodsOf([half(100, 'order:a'), half(150, 'order:b')], 300)).toMatchObject([
    { key: 'order:a', from: 100, until: 150 },
    { key: 'order:b', from: 150, until: 300 },
  ]);
});

test('neither a lock nor a hold interrupts a compliance period', () => {
  const entries = [
    half(100, 'order:a'),
    entry(120, 'lock', { position: null }),
    entry(140, 'hold:1', { position: null }),
    half(160, 'order:a'),
    entry(200, 'rule:always-up', { position: 'up' }),
  ];
  expect(periodsOf(entries, 300)).toEqual([
    { key: 'order:a', title: 'order:a', from: 100, until: 200 },
  ]);
});
