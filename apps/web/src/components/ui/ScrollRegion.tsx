import type { ComponentProps } from 'react';

interface ScrollRegionProps extends ComponentProps<'section'> {
  /** The accessible name of the region. */
  label: string;
}

/** A region that scrolls. It can be focused, so that the arrow keys scroll it. */
export function ScrollRegion({ label, ...props }: ScrollRegionProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  return <section aria-label={label} tabIndex={0} {...props} />;
}
