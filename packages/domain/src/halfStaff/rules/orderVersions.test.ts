import { describe, expect, test } from 'vitest';
import { orderOf, poleIn } from '../../testing/halfStaff.ts';
import type { OrderFacts, OrdersAndDays } from '../facts/poleFacts.ts';
import { inEffectAt, noneBefore } from './orderInEffect.ts';
import { windowsOfOrder } from './ordersAndDaysAtPole.ts';
import { latestVersions, versionInEffect, versionsInEffect } from './orderVersions.ts';
import { shouldBe } from './shouldBe.ts';

const acme = poleIn('NY', { companyId: 'acme' });
const other = poleIn('NY', { companyId: 'other' });
const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T15:00:00Z');
const at = (hours: number) => START + hours * HOUR;
const factsOf = (order: OrderFacts): OrdersAndDays => ({ orders: [order], confirmedDays: [] });
const windows = (order: OrderFacts, pole = acme) =>
  windowsOfOrder(order, pole).map(({ kind, window }) => [
    kind,
    (window.from - START) / HOUR,
    (window.until - START) / HOUR,
  ]);

const approved = orderOf({ approvedAt: at(0) });
const terms = {
  kind: 'half',
  authority: 'president',
  reason: 'First reason',
  scope: { kind: 'all' },
  starts: { kind: 'immediately' },
  ends: { kind: 'open' },
} as const;

describe('an order for a company that requires second approvals', () => {
  test("takes effect at that company's poles only after the second approval, and at other poles after the first", () => {
    const waiting = { ...approved, secondApprovals: { acme: null } };
    expect(windows(waiting)).toEqual([]);
    expect(windows(waiting, other)).toEqual([['half', 0, Infinity]]);
    expect(shouldBe(acme, factsOf(waiting), at(1)).source.kind).toBe('none');
    expect(shouldBe(other, factsOf(waiting), at(1)).position).toBe('half');
  });

  test('with an immediate start, begins when it gets its second approval', () => {
    const second = { ...approved, secondApprovals: { acme: at(2) } };
    expect(windows(second)).toEqual([['half', 2, Infinity]]);
    expect(inEffectAt(acme, factsOf(second), at(1)).inEffect).toBe(null);
    expect(shouldBe(acme, factsOf(second), at(3)).since).toBe(at(2));
  });

  test('begins at its start time if it gets its second approval before then', () => {
    const starts = { kind: 'time', date: '2026-03-02', time: '18:00' } as const;
    const second = { ...approved, starts, secondApprovals: { acme: at(2) } };
    expect(windows(second)).toEqual([['half', 8, Infinity]]);
  });

  test('keeps its approved version in effect until an amendment has two approvals', () => {
    const ends = { kind: 'time', date: '2026-03-02', time: '14:00' } as const;
    const earlier = [
      { ...terms, from: at(0), until: at(2), revision: 2, secondApprovals: { acme: at(1) } },
    ];
    const amended = {
      ...approved,
      version: 2,
      revision: 3,
      reason: 'Second reason',
      ends,
      earlier,
    };
    const waiting = { ...amended, secondApprovals: { acme: null } };
    expect(windows(waiting)).toEqual([['half', 1, Infinity]]);
    expect(windows(waiting, other)).toEqual([['half', 0, 4]]);
    expect(shouldBe(acme, factsOf(waiting), at(5)).source.title).toBe('First reason');
    expect(versionInEffect(waiting, 'acme')).toMatchObject({ ends: terms.ends, revision: 2 });
    expect(latestVersions(waiting).map(({ revision }) => revision)).toEqual([3, 2]);

    const second = { ...amended, secondApprovals: { acme: at(3) } };
    expect(windows(second)).toEqual([['half', 1, 4]]);
    expect(shouldBe(acme, factsOf(second), at(3.5)).source.title).toBe('Second reason');
    expect(latestVersions(second).map(({ revision }) => revision)).toEqual([3, 3]);
  });

  test('never applies an earlier version that was amended before it got its second approval', () => {
    const earlier = [
      { ...terms, from: at(0), until: at(2), revision: 2, secondApprovals: { acme: null } },
    ];
    const order = { ...approved, version: 2, earlier, secondApprovals: { acme: at(3) } };
    expect(windows(order)).toEqual([['half', 3, Infinity]]);
    expect(versionsInEffect(order, 'acme')).toHaveLength(1);
  });

  test('keeps applying a version that was approved before the company required second approvals', () => {
    const earlier = [{ ...terms, from: at(0), until: at(2), revision: 2 }];
    const order = { ...approved, version: 2, kind: 'full', earlier } as const;
    expect(windows({ ...order, secondApprovals: { acme: null } })).toEqual([['half', 0, Infinity]]);
    expect(windows({ ...order, secondApprovals: { acme: at(4) } })).toEqual([
      ['half', 0, 4],
      ['full', 4, Infinity],
    ]);
  });

  test('ends when it is canceled, even if an amendment is waiting for approval', () => {
    const cancelled = { ...approved, status: 'cancelled', cancelledAt: at(5) } as const;
    expect(windows({ ...cancelled, secondApprovals: { acme: null } })).toEqual([]);
    expect(windows({ ...cancelled, secondApprovals: { acme: at(1) } })).toEqual([['half', 1, 5]]);
    const earlier = [{ ...terms, from: at(0), until: at(2), revision: 2 }];
    expect(windows({ ...cancelled, earlier, secondApprovals: { acme: null } })).toEqual([
      ['half', 0, 5],
    ]);
  });

  test('stays in effect while an amendment to later dates is waiting for approval', () => {
    const starts = { kind: 'sunrise', date: '2026-03-20' } as const;
    const earlier = [{ ...terms, from: at(0), until: at(2), revision: 2 }];
    const order = { ...approved, version: 2, starts, earlier, secondApprovals: { acme: null } };
    expect(noneBefore(factsOf(order), at(3))).toBe(at(3));
    expect(inEffectAt(acme, factsOf(order), at(3)).inEffect).not.toBe(null);
  });
});
