import type { ComponentProps } from 'react';

interface ListboxOptionProps extends Omit<ComponentProps<'div'>, 'role' | 'aria-selected'> {
  selected: boolean;
}

/**
 * An option of a list whose keyboard focus stays in a search field or in the list itself, which also
 * handles the keys.
 */
export function ListboxOption({ selected, ...props }: ListboxOptionProps) {
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field or the list
  return <div role="option" aria-selected={selected} {...props} />;
}
