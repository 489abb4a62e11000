import { type RefObject, useRef, useState } from 'react';
import { isPageCovered, useShortcut } from '@/lib/page/shortcuts.ts';

export interface Palette {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** The button that opens the palette. */
  button: RefObject<HTMLButtonElement | null>;
}

/**
 * Returns the state of the command palette. Also handles the keyboard shortcut that opens and
 * closes the palette, no matter where the focus is.
 */
export function usePalette(): Palette {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useShortcut('palette', () => {
    // Stays closed while another window is open, because the user may have typed something there.
    if (open || !isPageCovered()) setOpen(!open);
  });
  return { open, setOpen, button };
}
