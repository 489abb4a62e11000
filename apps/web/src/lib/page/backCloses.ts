import { useLayoutEffect, useRef } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';

/**
 * Makes Back close the top window over the page. Each open window (dialog, confirmation, sheet,
 * popover) has a separate history entry on top of the page's. Closing it with a button goes back
 * past that entry, so that no entry is left behind. Needs `watchHistory` and `useWindowedLocation`.
 */
interface OpenWindow {
  close: () => void;
  /**
   * Returns whether closing the window needs confirmation or must wait until something is saved.
   */
  isHeld: () => boolean;
}

/** Key in the state of a history entry: the number of windows open there. */
const COUNT = 'openWindows';
/** The URL parameter for the dialog that a link or a reload opens (`dialogParam.ts`). */
export const DIALOG_PARAM = 'dialog';
/**
 * Time in milliseconds after which going back one history entry counts as done if the browser does
 * not report it.
 */
const TRAVEL_MS = 1_000;

const windows: OpenWindow[] = [];
let isWatching = false;
/** The URL of the page before the browser's latest navigation. */
let address = '';
/**
 * A timer that is set while this module is going back in the history, which the browser does
 * asynchronously.
 */
let travel: ReturnType<typeof setTimeout> | undefined;
let waiting: (() => void)[] = [];
let settling: ReturnType<typeof setTimeout> | undefined;

const countHere = (): number => (history.state as Record<string, number> | null)?.[COUNT] ?? 0;
const paramHere = () => new URL(location.href).searchParams.has(DIALOG_PARAM);

/**
 * Starts handling the Back button. Call this before anything renders, so that this module handles
 * the button before other code does.
 */
export function watchHistory(): void {
  isWatching = true;
  address = location.href;
  window.addEventListener('popstate', onStep);
  // Corrects the history after a reload on the entry of a window that does not open again.
  settleSoon();
}

function onStep(): void {
  if (travel !== undefined) return arrive();
  const before = new URL(address);
  address = location.href;
  if (before.pathname === location.pathname && countHere() < windows.length) {
    carryOver(before.href);
    closeDownTo(countHere(), before.href);
  }
  settleSoon();
}

/**
 * Closes the windows whose history entries the user has left by going back. Stops at a window that
 * must ask for confirmation first.
 */
function closeDownTo(count: number, href: string): void {
  for (const top of windows.slice(count).reverse()) {
    if (top.isHeld()) {
      // Done before the page reads its URL, because otherwise the dialog in the URL would close,
      // and typed input would be lost.
      pushEntries(windows.indexOf(top) + 1, href);
      top.close();
      return;
    }
    top.close();
  }
}

/** Keeps changes made to the page's URL while a window was open, such as a filter in a popover. */
function carryOver(href: string): void {
  const url = countHere() === 0 ? withoutDialog(href) : new URL(href);
  if (url.pathname === location.pathname && url.href !== location.href)
    history.replaceState(history.state, '', url);
  address = location.href;
}

function withoutDialog(href: string): URL {
  const url = new URL(href);
  if (url.searchParams.has(DIALOG_PARAM)) url.searchParams.delete(DIALOG_PARAM);
  return url;
}

function pushEntries(count: number, href: string): void {
  for (let next = countHere() + 1; next <= count; next++)
    history.pushState({ ...(history.state as object), [COUNT]: next }, '', href);
  address = location.href;
}

/**
 * Calls `settle` after the current task. Waits because a window often closes and another opens in
 * its place.
 */
function settleSoon(): void {
  if (!isWatching) return;
  clearTimeout(settling);
  settling = setTimeout(settle, 0);
}

/** Adds or removes history entries, so that there is one for each open window. */
function settle(): void {
  if (travel !== undefined) return;
  const count = countHere();
  if (count < windows.length) {
    const { href } = location;
    if (count === 0 && paramHere()) history.replaceState(history.state, '', withoutDialog(href));
    return pushEntries(windows.length, href);
  }
  // A dialog in the URL may still be waiting for its code or its row.
  const expected = Math.max(windows.length, paramHere() ? 1 : 0);
  if (count <= expected) return;
  travel = setTimeout(arrive, TRAVEL_MS);
  history.go(expected - count);
}

function arrive(): void {
  clearTimeout(travel);
  travel = undefined;
  carryOver(address);
  const queued = waiting;
  waiting = [];
  for (const go of queued) go();
  settleSoon();
}

/**
 * Closes the top window. Used for an Escape press that something outside of the window would
 * otherwise handle.
 * @returns whether a window was open
 */
export function closeTopWindow(): boolean {
  const top = windows.at(-1);
  top?.close();
  return top !== undefined;
}

interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
}

/** Navigates to a URL. If a window is open, the new page replaces the window's history entry. */
function navigate(to: string | URL, options: NavigateOptions = {}): void {
  if (travel !== undefined) {
    waiting.push(() => navigate(to, options));
    return;
  }
  const { replace = false, state = null } = options;
  const count = countHere();
  if (count === 0) {
    // Does not add a second entry for the current page, with or without a dialog.
    const isHere = withoutDialog(new URL(to, location.href).href).href === location.href;
    if (replace || isHere) history.replaceState(state, '', to);
    else history.pushState(state, '', to);
  } else {
    const stays = replace && new URL(to, location.href).pathname === location.pathname;
    history.replaceState(stays ? { ...(state as object), [COUNT]: count } : state, '', to);
  }
  address = location.href;
  settleSoon();
}

/** The location hook for wouter's `Router`. */
export const useWindowedLocation: typeof useBrowserLocation = (options) => [
  useBrowserLocation(options)[0],
  navigate,
];

/**
 * Makes Back close a window while it is open.
 * @param isHeld whether closing must wait or needs confirmation. `close` is still called, so that it
 *   can ask for confirmation
 */
export function useBackCloses(
  open: boolean,
  close: () => void,
  isHeld: () => boolean = () => false,
): void {
  const latest = useRef({ close, isHeld });
  useLayoutEffect(() => {
    latest.current = { close, isHeld };
  });
  useLayoutEffect(() => {
    if (!open) return;
    const opened: OpenWindow = {
      close: () => latest.current.close(),
      isHeld: () => latest.current.isHeld(),
    };
    windows.push(opened);
    settleSoon();
    return () => {
      windows.splice(windows.indexOf(opened), 1);
      settleSoon();
    };
  }, [open]);
}
