import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * What to show in the room that an element has: the sidebar may take much of the screen.
 * @param choose stable; from the width in pixels, a primitive
 */
export function useByWidth<T extends string | number | boolean>(
  element: RefObject<HTMLElement | null>,
  choose: (width: number) => T,
): T {
  const [chosen, setChosen] = useState(() => choose(window.innerWidth));
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      // Nothing is measured where nothing is laid out.
      if (current.clientWidth > 0) setChosen(choose(current.clientWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, choose]);
  return chosen;
}
