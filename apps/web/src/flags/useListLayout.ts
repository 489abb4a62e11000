import { type RefObject, useLayoutEffect, useState } from 'react';

export type ListLayout = 'cards' | 'compact' | 'roomy';

/** Pixels of the list's own width (the sidebar may take much of the screen) from which each begins. */
const COMPACT_FROM = 880;
const ROOMY_FROM = 1080;

function layoutFor(width: number): ListLayout {
  if (width < COMPACT_FROM) return 'cards';
  return width < ROOMY_FROM ? 'compact' : 'roomy';
}

/** How a list of flags is laid out in the room that it has. */
export function useListLayout(frame: RefObject<HTMLElement | null>): ListLayout {
  const [layout, setLayout] = useState(() => layoutFor(window.innerWidth));
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      // Nothing is measured where nothing is laid out.
      if (element.clientWidth > 0) setLayout(layoutFor(element.clientWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return layout;
}
