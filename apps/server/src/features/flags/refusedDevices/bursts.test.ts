import { describe, expect, test } from 'vitest';
import { BURSTS_OF_STRANGERS, BURSTS_PER_SOURCE, Bursts, LONGEST_MS } from './bursts.ts';
import type { Sighting } from './sighting.ts';

const NOW = 1_763_640_000_000;

const stranger = (more: Partial<Sighting> = {}): Sighting => ({
  brought: { kind: 'unknown', hash: 'h', length: 9 },
  problem: 'credential',
  node: { ownerId: 'o', flagId: 'F-1' },
  detail: null,
  address: '192.0.2.7',
  ...more,
});
const at = (flagId: string) => ({ node: { ownerId: 'o', flagId } });

describe('reports about refused devices', () => {
  test('show the first refusal immediately, and the number of further refusals later', () => {
    const bursts = new Bursts();
    bursts.note(stranger(), NOW);
    expect(bursts.take(NOW)).toMatchObject([{ count: 1, isNew: true, firstAt: NOW }]);
    for (let i = 1; i <= 50; i++) bursts.note(stranger(), NOW + i);
    expect(bursts.take(NOW + 100)).toEqual([]);
    expect(bursts.take(NOW + 5000)).toMatchObject([{ count: 50, isNew: false, lastAt: NOW + 50 }]);
  });

  test('slow down to one every ten minutes for a device that never stops sending requests', () => {
    const bursts = new Bursts();
    const day = 24 * 3_600_000;
    let [reports, begun] = [0, 0];
    for (let ms = 0; ms < day; ms += 1000) {
      bursts.note(stranger(), NOW + ms);
      for (const { isNew } of bursts.take(NOW + ms)) {
        reports++;
        if (isNew) begun++;
      }
    }
    expect(begun).toBe(1);
    expect(reports).toBeLessThanOrEqual(day / LONGEST_MS + 10);
  });

  test('are limited per IP address, but still count every refusal', () => {
    const bursts = new Bursts();
    for (let i = 0; i < 5000; i++)
      bursts.note(
        stranger({ ...at(`F-${i}`), brought: { kind: 'unknown', hash: `${i}`, length: i } }),
        NOW,
      );
    const reports = bursts.take(NOW);
    expect(reports).toHaveLength(BURSTS_PER_SOURCE);
    expect(reports.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
    expect(reports.filter(({ sighting }) => sighting.node === null)).toHaveLength(1);
  });

  test('share one limit for all IPv6 addresses of one subscriber', () => {
    const bursts = new Bursts();
    for (let i = 0; i < 500; i++)
      bursts.note(stranger({ ...at(`F-${i}`), address: `2001:db8::${i.toString(16)}` }), NOW);
    expect(bursts.take(NOW)).toHaveLength(BURSTS_PER_SOURCE);
  });

  test('are limited in total for clients without a valid key, so that a flood does not hide a device with a valid key', () => {
    const bursts = new Bursts();
    for (let i = 0; i < 5000; i++)
      bursts.note(stranger({ address: `10.${i >> 8}.${i & 255}.1` }), NOW);
    bursts.note(stranger({ brought: { kind: 'key', keyId: 'k' }, problem: 'denied' }), NOW);
    const reports = bursts.take(NOW);
    expect(reports).toHaveLength(BURSTS_OF_STRANGERS + 1);
    expect(reports.at(-1)?.sighting.brought).toEqual({ kind: 'key', keyId: 'k' });
  });

  test('appear immediately again if a device is refused more than ten minutes after its last refusal', () => {
    const bursts = new Bursts();
    bursts.note(stranger(), NOW);
    bursts.take(NOW);
    expect(bursts.take(NOW + LONGEST_MS)).toEqual([]);
    bursts.note(stranger(), NOW + LONGEST_MS + 1);
    expect(bursts.take(NOW + LONGEST_MS + 1)).toMatchObject([{ isNew: true }]);
  });
});
