import type { ComponentProps } from 'react';

interface ListboxOptionProps extends Omit<ComponentProps<'div'>, 'role' | 'aria-selected'> {
  selected: boolean;
}

/**
 * An option in a list. The keyboard focus stays in the search field or on the list itself, where
 * key presses are handled.
 */
export function ListboxOption({ selected, ...props }: ListboxOptionProps) {
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field or the list
  return <div role="option" aria-selected={selected} {...props} />;
}
