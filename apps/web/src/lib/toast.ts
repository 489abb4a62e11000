import { onSessionEnd } from './session.ts';

export interface ToastMessage {
  id: number;
  title: string;
  description?: string | undefined;
  variant: 'default' | 'destructive';
  open: boolean;
}

/** Milliseconds that a message is shown, and after which a dismissed one is removed (spec §4, §9). */
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
  /** `destructive` for failures. */
  variant?: 'default' | 'destructive';
}

/** Shows a message; one at a time, a new one replaces the one on show (spec §4). */
export function toast(input: ToastInput): void {
  clearTimeout(removal);
  set({ variant: 'default', ...input, id: ++lastId, open: true });
}

/** A failure as the specification words it: titled Error unless it has a title of its own. */
export function toastError(description: string, title = 'Error'): void {
  toast({ title, description, variant: 'destructive' });
}

export function dismissToast(id: number): void {
  if (current?.id !== id || !current.open) return;
  set({ ...current, open: false });
  clearTimeout(removal);
  removal = setTimeout(() => {
    if (current?.id === id) set(null);
  }, TOAST_REMOVE_DELAY_MS);
}

/** For the toast area alone. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  getSnapshot: (): ToastMessage | null => current,
};

// What was said to one person is not shown to the next.
onSessionEnd(() => {
  clearTimeout(removal);
  set(null);
});
