import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { NOTIFICATIONS_KEY } from './toast.ts';

interface Shortcut {
  /**
   * The keys of the shortcut, pressed one after the other. 'Mod+' stands for Ctrl, or Command on a
   * Mac.
   */
  keys: readonly string[];
  does: string;
  /** Whether the browser or a component handles the shortcut, instead of `useShortcut`. */
  isLocal?: boolean;
}

/** All keyboard shortcuts of the console. */
export const SHORTCUTS = {
  palette: { keys: ['Mod+K'], does: t`Search, go anywhere, move poles` },
  sheet: { keys: ['?'], does: t`Show keyboard shortcuts` },
  search: { keys: ['/'], does: t`Search this page` },
  sidebar: { keys: ['Mod+B'], does: t`Show or hide the sidebar` },
  dashboard: { keys: ['G', 'D'], does: t`Go to Dashboard` },
  flags: { keys: ['G', 'F'], does: t`Go to Flags` },
  locations: { keys: ['G', 'L'], does: t`Go to Locations` },
  alerts: { keys: ['G', 'A'], does: t`Go to Alerts` },
  notifications: { keys: [NOTIFICATIONS_KEY], does: t`Go to notifications`, isLocal: true },
  open: { keys: ['Enter'], does: t`Open the focused row`, isLocal: true },
  close: { keys: ['Escape'], does: t`Close the open window, or clear the search`, isLocal: true },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof SHORTCUTS;
const IDS = Object.keys(SHORTCUTS) as ShortcutId[];

/** Maximum time between the keys of a sequence, in milliseconds. */
const SEQUENCE_MS = 1_500;
/**
 * The local storage key whose value is 'off' if the user wants no single-key shortcuts (WCAG
 * 2.1.4).
 */
const STORAGE_KEY = 'single-keys';

interface Registration {
  run: () => void;
  /** Returns whether a dialog or menu covers the part of the page that the shortcut affects. */
  isCovered: () => boolean;
}

const registered = new Map<ShortcutId, Set<Registration>>();
const listeners = new Set<() => void>();
let usable: readonly ShortcutId[] = [];
let previous: { key: string; at: number } | null = null;

interface Options {
  enabled?: boolean;
  isCovered?: () => boolean;
}

/**
 * Registers a shortcut while the component is shown. Single-key shortcuts are ignored while the
 * user types.
 * @param isCovered returns whether to ignore a single-key shortcut; by default, it is ignored while
 * a dialog or menu covers the page
 */
export function useShortcut(
  id: ShortcutId,
  run: () => void,
  { enabled = true, isCovered = isPageCovered }: Options = {},
): void {
  const latest = useEffectEvent(run);
  const latestCovered = useEffectEvent(isCovered);
  useEffect(() => {
    if (!enabled) return;
    const own = { run: () => latest(), isCovered: () => latestCovered() };
    const all = registered.get(id) ?? new Set();
    registered.set(id, all.add(own));
    changed();
    return () => {
      all.delete(own);
      if (all.size === 0) registered.delete(id);
      changed();
    };
  }, [id, enabled]);
}

/** Returns the shortcuts that work on the current page. */
export function useUsableShortcuts(): readonly ShortcutId[] {
  return useSyncExternalStore(subscribe, () => usable);
}

export function useSingleKeys(): [on: boolean, setOn: (on: boolean) => void] {
  return [useSyncExternalStore(subscribe, areSingleKeysOn), setSingleKeys];
}

function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch {
    // Storage is not available, so single-key shortcuts stay on.
  }
  changed();
}

function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

const isSingle = (id: ShortcutId) => {
  const { keys, isLocal = false }: Shortcut = SHORTCUTS[id];
  return !isLocal && !keys[0]!.startsWith('Mod+');
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function changed(): void {
  const isListening = usable.length > 0;
  const areSingleOn = areSingleKeysOn();
  usable = IDS.filter((id) => {
    const { isLocal = false }: Shortcut = SHORTCUTS[id];
    return (isLocal || registered.has(id)) && (areSingleOn || !isSingle(id));
  });
  if (registered.size > 0 && !isListening) window.addEventListener('keydown', onKeyDown);
  if (registered.size === 0) {
    window.removeEventListener('keydown', onKeyDown);
    usable = [];
  }
  for (const listener of [...listeners]) listener();
}

function onKeyDown(event: KeyboardEvent): void {
  const stroke = strokeOf(event);
  if (stroke === null || event.defaultPrevented || event.isComposing) return;
  const before = previous;
  previous = null;
  const isPlain = !stroke.startsWith('Mod+');
  if (isPlain && isTyping(event.target)) return;
  const isSoon = before !== null && event.timeStamp - before.at < SEQUENCE_MS;
  for (const id of usable) {
    const { keys }: Shortcut = SHORTCUTS[id];
    const isMeant =
      keys.length === 1
        ? keys[0] === stroke
        : isSoon && keys[0] === before.key && keys[1] === stroke;
    const all = isMeant ? [...(registered.get(id) ?? [])] : [];
    // The latest registration goes first, because it is in front.
    const own = all.findLast(({ isCovered }) => !isPlain || !isCovered());
    if (!own) continue;
    event.preventDefault();
    own.run();
    return;
  }
  previous = { key: stroke, at: event.timeStamp };
}

/**
 * Returns the name of the pressed keys, such as 'Mod+K', 'G', '?' or '/'. Null for keys that no
 * shortcut uses, such as a combination with Alt.
 */
function strokeOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  const isLetter = /^[a-z]$/i.test(key);
  // Other characters may need Shift, depending on the keyboard.
  if (altKey || (shiftKey && (isLetter || key.length > 1))) return null;
  const name = isLetter ? key.toUpperCase() : key;
  return ctrlKey || metaKey ? `Mod+${name}` : name;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/**
 * The ID of the skip link. An open dialog or menu hides this link from assistive technology, which
 * is how `isPageCovered` detects it.
 */
export const SKIP_LINK_ID = 'skip-to-content';

/** Returns whether a dialog or menu covers the page. */
export function isPageCovered(): boolean {
  return document.getElementById(SKIP_LINK_ID)?.closest('[aria-hidden="true"]') instanceof Element;
}

/** Whether this is an Apple device. On such a device, shortcuts are shown with Mac key names. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Formats the keys of a shortcut for this machine: "Ctrl K", "⌘K", "G then D". */
export function keysText(id: ShortcutId): string {
  const mod = isMac ? '⌘' : `${t({ message: 'Ctrl', comment: 'The name of the key' })} `;
  const [first = '', second] = SHORTCUTS[id].keys.map((key) => key.replace('Mod+', mod));
  return second === undefined ? first : t`${first} then ${second}`;
}
