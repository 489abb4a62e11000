import type { ComponentType, ReactNode, SVGProps } from 'react';

export type LucideIcon = ComponentType<SVGProps<SVGSVGElement>>;

/**
 * Creates an icon component in the color of the text, 24 by 24 pixels unless a class sets another
 * size. The icon is hidden from assistive technology unless it has a label.
 */
export function icon(shapes: ReactNode): LucideIcon {
  return function Icon(props) {
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: labeled by the caller, otherwise hidden
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={props['aria-label'] === undefined}
        {...props}
      >
        {shapes}
      </svg>
    );
  };
}
