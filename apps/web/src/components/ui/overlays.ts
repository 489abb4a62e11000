import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { NetworkError } from '@/lib/api/api.ts';
import { inTurn } from '@/lib/page/inTurn.ts';
import { laterCode } from '@/lib/page/laterCode.ts';
import { toastError } from '@/lib/page/toast.ts';

/** The components that open over the page: dialogs, menus, selection lists, tooltips. */
type Overlays = typeof import('./overlayParts.ts');

/**
 * The overlays. Their code is loaded separately because it would make the first page's code a third
 * larger, although users do not need it before the page is on screen.
 */
const overlays = laterCode<Overlays>(() => import('./overlayParts.ts'));

/**
 * Fetches the overlays' code.
 * @throws if the code cannot be fetched; another call retries
 */
export const loadOverlays = overlays.load;

/**
 * Returns the overlays; null until their code has loaded.
 * @param isLarge whether the component takes a slow phone long to render with its overlay. Such
 * components get it one after the other
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
 * Returns a press handler for a button that opens an overlay, such as a menu. If the button is
 * pressed before the overlays have loaded, the overlay opens as soon as they have.
 */
export const openWhenLoaded = (open: () => void) => () => {
  open();
  loadOverlays().catch(() => toastError(new NetworkError(null).message));
};

/**
 * Returns the code of the overlays for a dialog, menu or panel; null until it has loaded. Starts to
 * load it when the dialog, menu or panel opens. If that fails, shows an error and calls `close`.
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
