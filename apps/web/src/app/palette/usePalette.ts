import { type RefObject, useRef, useState } from 'react';
import { isPageCovered, useShortcut } from '@/lib/page/shortcuts.ts';

export interface Palette {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** The button that opens it. */
  button: RefObject<HTMLButtonElement | null>;
}

/** Its shortcut opens and closes the command palette, wherever the focus is. */
export function usePalette(): Palette {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useShortcut('palette', () => {
    // Another window over the page may hold what was typed: it stays.
    if (open || !isPageCovered()) setOpen(!open);
  });
  return { open, setOpen, button };
}
