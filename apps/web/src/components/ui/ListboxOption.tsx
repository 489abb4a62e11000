import type { ComponentProps } from 'react';

interface ListboxOptionProps extends Omit<ComponentProps<'div'>, 'role' | 'aria-selected'> {
  selected: boolean;
}

/**
 * An option in a list. The keyboard focus stays in a search field or on the list itself, which also
 * handles the keys.
 */
export function ListboxOption({ selected, ...props }: ListboxOptionProps) {
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field or the list
  return <div role="option" aria-selected={selected} {...props} />;
}
