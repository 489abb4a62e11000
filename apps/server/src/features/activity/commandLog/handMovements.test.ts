import { expect, test } from 'vitest';
import type { Happening } from './commandWatch.ts';
import { GATHERED_MS, HandMovements, SINGLE_MOVEMENTS } from './handMovements.ts';

const START = Date.UTC(2026, 10, 22, 12);

const movedAt = (at: number, flagId = 'a'): Happening => ({
  kind: 'pole.moved',
  place: null,
  address: { ownerId: 'o', flagId },
  command: null,
  outcome: 'done',
  at,
  detail: { position: at % 2 === 0 ? 'up' : 'down' },
});

test('the activity log lists a pole’s first manual moves one by one, and groups later ones into one entry per ten minutes', () => {
  const movements = new HandMovements();
  const entered: Happening[] = [];
  const seconds = 3600;
  for (let s = 0; s < seconds; s++) {
    entered.push(...movements.note(movedAt(START + s * 1000)));
    entered.push(...movements.tick(START + s * 1000));
  }
  entered.push(...movements.end());
  expect(entered.length).toBeGreaterThan(SINGLE_MOVEMENTS);
  expect(entered.length).toBeLessThanOrEqual(SINGLE_MOVEMENTS + 6);
  const gathered = entered.slice(SINGLE_MOVEMENTS);
  expect(gathered[0]?.detail.about).toBe('the last of 601 movements within 10 min');
  expect(gathered[0]?.detail.position).toBe('up');
});

test('the log shows the manual moves of other poles even if one pole never stops moving', () => {
  const movements = new HandMovements();
  for (let i = 0; i < 100; i++) movements.note(movedAt(START + i));
  expect(movements.note(movedAt(START + 100, 'b'))).toHaveLength(1);
});

test('a manual move that is not logged immediately is logged ten minutes later if no other move follows', () => {
  const movements = new HandMovements();
  for (let i = 0; i < SINGLE_MOVEMENTS; i++) movements.note(movedAt(START + i));
  const late = movedAt(START + 60_000);
  expect(movements.note(late)).toEqual([]);
  expect(movements.tick(late.at + GATHERED_MS - 1)).toEqual([]);
  expect(movements.tick(late.at + GATHERED_MS)).toEqual([late]);
});

test('manual moves are logged one by one again if the pole has had none for an hour', () => {
  const movements = new HandMovements();
  for (let i = 0; i < SINGLE_MOVEMENTS; i++) movements.note(movedAt(START + i));
  const later = START + 2 * 60 * 60_000;
  movements.tick(later);
  expect(movements.note(movedAt(later))).toHaveLength(1);
});
