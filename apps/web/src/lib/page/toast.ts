import { t } from '@lingui/core/macro';
import { failureDetail } from '../api/api.ts';
import { onSessionEnd } from '../sessionEvents.ts';

/** The key that moves focus to the notifications. */
export const NOTIFICATIONS_KEY = 'F8';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string | undefined;
  /** The cause of a failure, shown below the toast's text. */
  detail?: string | undefined;
  variant: 'default' | 'destructive';
  open: boolean;
}

/**
 * How long a toast is shown, and how long it is kept after it is dismissed, in milliseconds (spec
 * §4, §9).
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
  /** The look of the toast: `destructive` for a failure. */
  variant?: 'default' | 'destructive';
}

/** Shows a toast. Only one is shown at a time; a new one replaces it (spec §4). */
export function toast(input: ToastInput): void {
  clearTimeout(removal);
  set({ variant: 'default', ...input, id: ++lastId, open: true });
}

/** Shows a failure with the text from the specification. The title is Error by default. */
export function toastError(description: string, title = t`Error`): void {
  toast({ title, description, variant: 'destructive' });
}

/**
 * Shows a failure, followed by the server's status and text, or by a note that there was no
 * response (spec §8).
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

/** The toast on screen, as a store that the toast area subscribes to. */
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
