import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The last measured width of the page's content in pixels; null before the first measurement. */
let pageWidth: number | null = null;

export const isPageMeasured = (): boolean => pageWidth !== null;

/**
 * Returns a ref for the element that contains the page, and measures its width, so that lists start
 * with the right layout.
 */
export function usePageWidth(): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    // Called after layout, because measuring immediately would lay everything out twice.
    const observer = new ResizeObserver(([entry]) => {
      pageWidth = entry?.contentRect.width ?? null;
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return element;
}

/**
 * Chooses a value by the width of an element. Starts with the width of the page.
 * @param choose maps the width in pixels to a primitive; must be a stable function
 */
export function useByWidth<T extends string | number | boolean>(
  element: RefObject<HTMLElement | null>,
  choose: (width: number) => T,
): T {
  const [chosen, setChosen] = useState(() => choose(pageWidth || window.innerWidth));
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    // Called after layout, because measuring immediately would lay everything out twice.
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      // The width is 0 if the element is not laid out.
      if (width > 0) setChosen(choose(width));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, choose]);
  return chosen;
}
