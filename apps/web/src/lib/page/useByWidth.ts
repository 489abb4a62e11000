import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Pixels that the page has between its edges, as last measured; null before. */
let pageWidth: number | null = null;

export const isPageMeasured = (): boolean => pageWidth !== null;

/** Keeps the width of the element that holds every page, so that lists begin in their right shape. */
export function usePageWidth(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    // Told when all is laid out: to measure at once would lay out everything twice.
    const observer = new ResizeObserver(([entry]) => {
      pageWidth = entry?.contentRect.width ?? null;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return element;
}

/**
 * What to show in the room that an element has: the sidebar may take much of the screen. It begins
 * with what fits the page, and goes by its own width from then on.
 * @param choose stable; from the width in pixels, a primitive
 */
export function useByWidth<T extends string | number | boolean>(
  element: RefObject<HTMLElement | null>,
  choose: (width: number) => T,
): T {
  const [chosen, setChosen] = useState(() => choose(pageWidth || window.innerWidth));
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    // Told when all is laid out: to measure at once would lay out everything twice.
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      // Nothing is measured where nothing is laid out.
      if (width > 0) setChosen(choose(width));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, choose]);
  return chosen;
}
