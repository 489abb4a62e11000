import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip, TooltipGroup } from './Tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const enter = (name: string) => fireEvent.pointerMove(screen.getByRole('button', { name }));
const leave = (name: string) => {
  fireEvent.pointerLeave(screen.getByRole('button', { name }), { clientX: 0, clientY: 0 });
  fireEvent.pointerMove(document.body, { clientX: 500, clientY: 500 });
};
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null;

test('a tooltip opens after 700 ms, and the next one within 300 ms opens immediately (spec §9)', () => {
  render(
    <TooltipGroup>
      <Tooltip content="To the left">
        <button type="button">Left</button>
      </Tooltip>
      <Tooltip content="To the right">
        <button type="button">Right</button>
      </Tooltip>
    </TooltipGroup>,
  );
  enter('Left');
  pass(690);
  expect(shown()).toBeNull();
  pass(20);
  expect(shown()).toBe('To the left');
  leave('Left');
  pass(290);
  enter('Right');
  pass(0);
  expect(shown()).toBe('To the right');
  leave('Right');
  pass(310);
  enter('Left');
  pass(690);
  expect(shown()).toBeNull();
});
