import { type KeyboardEvent, type PointerEvent, useState } from 'react';

interface ScrubberOptions {
  label: string;
  /** The number of items in the row, such as the points of a chart. */
  count: number;
  /** Returns the description of an item, for screen readers. */
  textOf(index: number): string;
  /** Padding in pixels inside the element, to the left and right of the row of items. */
  left?: number;
  right?: number;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: 10, PageDown: -10 };

/**
 * Lets the user select one item of a long row by mouse, touch or keyboard. For screen readers, the
 * row is a slider whose value describes the item.
 */
export function useScrubber({ label, count, textOf, left = 0, right = 0 }: ScrubberOptions) {
  const [chosen, setIndex] = useState<number | null>(null);
  const index = chosen === null ? null : Math.min(chosen, count - 1);
  const bounded = (to: number) => Math.max(0, Math.min(count - 1, to));
  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - left) / (box.width - left - right);
    setIndex(bounded(Math.floor(share * count)));
  };
  const props = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': count - 1,
    'aria-valuenow': index ?? count - 1,
    'aria-valuetext': textOf(index ?? count - 1),
    onPointerDown: follow,
    onPointerMove: follow,
    onPointerLeave: () => setIndex(null),
    onBlur: () => setIndex(null),
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const from = index ?? count - 1;
      const to =
        event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : from + (STEPS[event.key] ?? 0);
      if (to === from && event.key !== 'End') return;
      event.preventDefault();
      setIndex(bounded(to));
    },
  } as const;
  return { index, text: index === null ? null : textOf(index), props };
}
