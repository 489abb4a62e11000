import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { NetworkError } from '@/lib/api/api.ts';
import { laterCode } from '@/lib/page/laterCode.ts';
import { toastError } from '@/lib/page/toast.ts';

/** What opens over the page: windows, menus, lists to choose from, tooltips. */
type Overlays = typeof import('./overlayParts.ts');

/** A third of the code of the first page, which nobody needs before the page is on screen. */
const overlays = laterCode<Overlays>(() => import('./overlayParts.ts'));

/** @throws where the code cannot be fetched; the next call tries again */
export const loadOverlays = overlays.load;

/** @returns null until they are fetched */
export function useOverlays(): Overlays | null {
  const [parts, setParts] = useState(overlays.current);
  useEffect(() => {
    if (parts !== null) return;
    // What the person does meanwhile goes first.
    const take = () => startTransition(() => setParts(overlays.current));
    if (overlays.current() !== null) return take();
    return overlays.subscribe(take);
  }, [parts]);
  return parts;
}

/** For a button that may be pressed before the overlays are loaded: opens, and shows the content once it has loaded. */
export const openWhenLoaded = (open: () => void) => () => {
  open();
  loadOverlays().catch(() => toastError(new NetworkError(null).message));
};

/**
 * The same for a window: one that opens before has them fetched, and closes where they do not come.
 * @param close closes the window
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
