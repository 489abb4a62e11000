import { type RefObject, useEffect, useRef, useState } from 'react';

export interface Palette {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** The button that opens it. */
  button: RefObject<HTMLButtonElement | null>;
}

/** Ctrl or Meta plus K opens and closes the command palette, wherever the focus is. */
export function usePalette(): Palette {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey) return;
      event.preventDefault();
      // A dialog makes the page behind it unreachable, and may hold what was typed: it stays.
      const covered = button.current?.closest('[aria-hidden="true"]') !== null;
      if (open || !covered) setOpen(!open);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
  return { open, setOpen, button };
}
