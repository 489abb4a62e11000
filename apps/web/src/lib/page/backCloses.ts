import { useLayoutEffect, useRef } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';

/**
 * A dialog, confirmation, sheet or popover that is open over the page. Each one has its own history
 * entry, so that Back closes the top one. When it closes, its history entry is removed. Requires
 * `watchHistory` and `useWindowedLocation`.
 */
interface OpenWindow {
  close: () => void;
  /**
   * Returns whether to keep the dialog open, for example because it asks for confirmation or is
   * saving.
   */
  isHeld: () => boolean;
}

/** In a history entry's state, the key for the number of open dialogs and popovers. */
const COUNT = 'openWindows';
/** The URL parameter that says which dialog is open (`dialogParam.ts`). */
export const DIALOG_PARAM = 'dialog';
/**
 * Maximum time in milliseconds to wait for the browser to report that it has gone back in the
 * history.
 */
const TRAVEL_MS = 1_000;

const windows: OpenWindow[] = [];
let isWatching = false;
/** The URL of the page before the latest navigation. */
let address = '';
/** A timer that is set while this module makes the browser go back in the history. */
let travel: ReturnType<typeof setTimeout> | undefined;
let waiting: (() => void)[] = [];
let settling: ReturnType<typeof setTimeout> | undefined;

const countHere = (): number => (history.state as Record<string, number> | null)?.[COUNT] ?? 0;
const paramHere = () => new URL(location.href).searchParams.has(DIALOG_PARAM);

/**
 * Starts handling the Back button. Call this before anything renders, so that no other code handles
 * it first.
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
 * Closes the dialogs and popovers whose history entries the user has left with Back. Stops at one
 * that must not close yet.
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

/**
 * After a dialog or popover closes, keeps the URL changes that were made while it was open, such as
 * a filter chosen in a popover.
 */
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
 * Adjusts the history entries in a new task, because a dialog often closes just before another one
 * opens in its place.
 */
function settleSoon(): void {
  if (!isWatching) return;
  clearTimeout(settling);
  settling = setTimeout(settle, 0);
}

/** Adjusts the history so that there is one entry for each open dialog and popover. */
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
 * Closes the top dialog or popover. Call this when something else, such as a toast, would otherwise
 * handle a press of Escape.
 * @returns whether a dialog or popover was open
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

/** Navigates to a URL. If a dialog or popover is open, the new page replaces its history entry. */
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

/**
 * The location hook for wouter's `Router`. It handles the history entries of open dialogs and
 * popovers correctly.
 */
export const useWindowedLocation: typeof useBrowserLocation = (options) => [
  useBrowserLocation(options)[0],
  navigate,
];

/**
 * Lets the browser's Back button close an open dialog or popover.
 * @param isHeld returns whether to keep it open. `close` is called even then, so that it can ask
 * for confirmation.
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
