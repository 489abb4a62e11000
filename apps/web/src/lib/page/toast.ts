import { t } from '@lingui/core/macro';
import { failureDetail } from '../api/api.ts';
import { onSessionEnd } from '../sessionEvents.ts';

/**
 * The key that moves focus to the notifications. It also works on the login page, which has no
 * other shortcut.
 */
export const NOTIFICATIONS_KEY = 'F8';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string | undefined;
  /** The cause of the failure, shown on a second line of the toast. */
  detail?: string | undefined;
  variant: 'default' | 'destructive';
  open: boolean;
}

/**
 * How long a message is shown, and how long a dismissed one takes to be removed, in milliseconds
 * (spec §4, §9).
 */
export const TOAST_DURATION_MS = 5000;
const TOAST_REMOVE_DELAY_MS = 5000;

let current: ToastMessage | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: ToastMessage | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export interface ToastInput {
  title: string;
  description?: string;
  detail?: string;
  /** The look of the toast. Use `destructive` for failures. */
  variant?: 'default' | 'destructive';
}

/** Shows a toast. Only one is shown at a time; a new one replaces it (spec §4). */
export function toast(input: ToastInput): void {
  clearTimeout(removal);
  set({ variant: 'default', ...input, id: ++lastId, open: true });
}

/** Shows a failure with the specification's text, and the title Error by default. */
export function toastError(description: string, title = t`Error`): void {
  toast({ title, description, variant: 'destructive' });
}

/**
 * Shows a failure with the server's status and text below it, or that there was no response (spec
 * §8).
 */
export function toastFailure(description: string, error: unknown): void {
  const detail = failureDetail(error);
  const known = detail !== null && detail !== description;
  toast({ title: t`Error`, description, variant: 'destructive', ...(known && { detail }) });
}

export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  clearTimeout(removal);
  removal = setTimeout(() => {
    if (current?.id === id) set(null);
  }, TOAST_REMOVE_DELAY_MS);
}

/** The store of the toast on screen. Only the toast area uses it. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  getSnapshot: (): ToastMessage | null => current,
};

/** Removes the toast on screen immediately. */
export function clearToasts(): void {
  clearTimeout(removal);
  set(null);
}

// Messages for one user are not shown to the next.
onSessionEnd(clearToasts);
