import { readRecord, viewFlag } from '@halyard/domain';
import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { node, seconds } from '../testing/flags.ts';
import { PoleDrawing } from './PoleDrawing.tsx';

const NONE = { flagUp: false, flagDown: false, flagHalf: false, lamp: false };

/**
 * Returns the drawing's accessible name, and the heights of the cloth and of the dashed outline. A
 * height is null if that part is not drawn.
 */
function drawn(raw: unknown) {
  const now = Date.now();
  render(<PoleDrawing view={viewFlag(readRecord(raw), now)} />);
  const drawing = screen.getByRole('img');
  const height = (selector: string) => {
    const y = drawing.querySelector(selector)?.getAttribute('y');
    return y === null || y === undefined ? null : Number(y);
  };
  const seen = {
    name: drawing.getAttribute('aria-label'),
    cloth: height('rect:not([stroke-dasharray])'),
    outline: height('rect[stroke-dasharray]'),
  };
  cleanup();
  return seen;
}

const reported = (states: object) =>
  node({ ...NONE, ...states, reported: { ...NONE, ...states, lastSeen: seconds(5) } });

test('the drawing of a pole shows the reported position and the lamp, and has a text alternative', () => {
  const [up, half, down] = ['flagUp', 'flagHalf', 'flagDown'].map((field) =>
    drawn(reported({ [field]: true })),
  );
  expect([up?.name, half?.name, down?.name]).toEqual([
    'Flag is up',
    'Flag is at half-staff',
    'Flag is down',
  ]);
  expect(up!.cloth!).toBeLessThan(half!.cloth!);
  expect(half!.cloth!).toBeLessThan(down!.cloth!);
  expect([up, half, down].map((one) => one?.outline)).toEqual([null, null, null]);
  expect(drawn(reported({ flagUp: true, lamp: true })).name).toBe('Flag is up, lamp on');
  expect(drawn(reported({}))).toEqual({
    name: 'Flag position unknown',
    cloth: null,
    outline: null,
  });
});

test('the drawing of a pole outlines the desired position until the pole reports it', () => {
  const down = { flagUp: false, flagDown: true };
  const command = (age: number) => ({ id: 'c', issuedAt: Date.now() - age, by: 'u' });
  for (const age of [1_000, 20_000]) {
    const ordered = drawn(node({ ...down, command: command(age) }));
    expect(ordered.name).toBe('Flag is up');
    expect(ordered.outline!).toBeGreaterThan(ordered.cloth!);
  }
  expect(drawn(node({ command: command(1_000) })).outline).toBeNull();
});
