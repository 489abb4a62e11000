import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { NetworkError } from '@/lib/api/api.ts';
import { inTurn } from '@/lib/page/inTurn.ts';
import { laterCode } from '@/lib/page/laterCode.ts';
import { toastError } from '@/lib/page/toast.ts';

/** The overlay components: dialogs, menus, selection lists and tooltips. */
type Overlays = typeof import('./overlayParts.ts');

/** The overlays, whose code is loaded separately so that the first page loads a third less code. */
const overlays = laterCode<Overlays>(() => import('./overlayParts.ts'));

/**
 * Fetches the overlays' code.
 * @throws if it cannot be fetched; the next call retries
 */
export const loadOverlays = overlays.load;

/**
 * Returns the overlays; null until their code has loaded.
 * @param isLarge true for a component that is slow to render on a phone. Such components render one
 * at a time.
 */
export function useOverlays(isLarge = false): Overlays | null {
  const [parts, setParts] = useState(overlays.current);
  useEffect(() => {
    if (parts !== null) return;
    // A transition, so that user input has priority.
    const take = () => startTransition(() => setParts(overlays.current));
    if (overlays.current() !== null) return take();
    if (!isLarge) return overlays.subscribe(take);
    let cancel = () => {};
    const unsubscribe = overlays.subscribe(() => {
      cancel = inTurn(take);
    });
    return () => {
      unsubscribe();
      cancel();
    };
  }, [parts, isLarge]);
  return parts;
}

/**
 * Returns the overlays; null until their code has loaded and no control that uses them has the
 * focus. React remounts these controls when it gets the overlays, so a focused control would lose
 * the focus.
 * @param isOpen whether the user has opened the overlay. If so, does not wait, because the overlay
 * takes the focus anyway.
 * @returns the overlays, and a ref for the control or for an element around the controls
 */
export function useOverlaysUnfocused<Container extends HTMLElement>(
  isOpen = false,
): [Overlays | null, RefObject<Container | null>] {
  const parts = useOverlays();
  const container = useRef<Container>(null);
  const [mayRemount, setMayRemount] = useState(parts !== null);
  if (isOpen && parts !== null && !mayRemount) setMayRemount(true);
  useEffect(() => {
    if (mayRemount || parts === null) return;
    let cancel = () => {};
    const remountUnlessFocused = () => {
      cancel();
      cancel = inTurn(() => {
        if (container.current?.contains(document.activeElement)) return;
        // At once, so that the focus cannot get here in the meantime.
        flushSync(() => setMayRemount(true));
      });
    };
    remountUnlessFocused();
    document.addEventListener('focusout', remountUnlessFocused);
    return () => {
      document.removeEventListener('focusout', remountUnlessFocused);
      cancel();
    };
  }, [mayRemount, parts]);
  return [mayRemount ? parts : null, container];
}

/**
 * Returns a press handler for a button that opens an overlay, such as a menu. If the overlays' code
 * is still loading, the overlay opens once it has loaded.
 */
export const openWhenLoaded = (open: () => void) => () => {
  open();
  loadOverlays().catch(() => toastError(new NetworkError(null).message));
};

/**
 * Returns the overlays for a dialog, menu or panel; null until their code has loaded. Loads the
 * code when `isOpen` becomes true. If that fails, shows an error and calls `close`.
 */
export function useOverlaysOf(isOpen: boolean, close: () => void): Overlays | null {
  const parts = useOverlays();
  const giveUp = useEffectEvent(() => {
    toastError(new NetworkError(null).message);
    close();
  });
  const isMissing = isOpen && parts === null;
  useEffect(() => {
    if (isMissing) loadOverlays().catch(giveUp);
  }, [isMissing]);
  return parts;
}
