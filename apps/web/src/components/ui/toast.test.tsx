import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '@/lib/api/api.ts';
import {
  dismissToast,
  TOAST_DURATION_MS,
  toastError,
  toastFailure,
  toastStore,
} from '@/lib/page/toast.ts';
import { Dialog } from './Dialog.tsx';
import { Toaster, toast } from './toast.tsx';

const show = (title: string) => act(() => toast({ title }));
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const shown = (title: string) => screen.queryByText(title, { selector: 'li *' });

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  const message = toastStore.getSnapshot();
  if (message) act(() => dismissToast(message.id));
  pass(10_000);
  vi.useRealTimers();
});

describe('toasts (spec §4)', () => {
  test('appear one at a time, so a new one replaces the current one', () => {
    show('First');
    show('Second');
    expect(shown('First')).toBeNull();
    expect(shown('Second')).toBeInTheDocument();
  });

  test('are announced by screen readers, and appear only once in the DOM', () => {
    show('Saved');
    pass(100);
    expect(screen.getAllByText(/Saved/)).toHaveLength(1);
    expect(screen.getByText('Saved').closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
    act(() => toastError('Not saved'));
    expect(screen.getByText('Not saved').closest('[aria-live]')).toHaveAttribute(
      'aria-live',
      'assertive',
    );
  });

  test('close after 5000 ms', () => {
    show('Saved');
    pass(TOAST_DURATION_MS - 100);
    expect(shown('Saved')).toBeInTheDocument();
    pass(200);
    expect(shown('Saved')).toBeNull();
  });

  test('are removed 5000 ms after they are dismissed', () => {
    show('Saved');
    act(() => dismissToast(toastStore.getSnapshot()!.id));
    expect(shown('Saved')).toBeNull();
    pass(4900);
    expect(toastStore.getSnapshot()).not.toBeNull();
    pass(200);
    expect(toastStore.getSnapshot()).toBeNull();
  });

  test('are dismissed by a swipe of at least 50 px to the right', () => {
    const swipe = (px: number) => {
      const message = screen.getByText('Saved', { selector: 'li *' }).closest('li')!;
      fireEvent.pointerDown(message, { button: 0, clientX: 0, clientY: 0 });
      fireEvent.pointerMove(message, { clientX: px / 2, clientY: 0 });
      fireEvent.pointerMove(message, { clientX: px, clientY: 0 });
      fireEvent.pointerUp(message, { clientX: px, clientY: 0 });
    };
    show('Saved');
    swipe(49);
    expect(shown('Saved')).toBeInTheDocument();
    swipe(-60);
    expect(shown('Saved')).toBeInTheDocument();
    swipe(60);
    expect(shown('Saved')).toBeNull();
  });

  test('close on time even if the user closed the previous one with the mouse (radix-ui/primitives #2268)', () => {
    show('First');
    fireEvent.pointerMove(screen.getByRole('region'));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(shown('First')).toBeNull();
    show('Second');
    pass(TOAST_DURATION_MS + 100);
    expect(shown('Second')).toBeNull();
  });

  test('close on time even if the user closed the previous one with F8 and Escape (radix-ui/primitives #2268)', () => {
    show('First');
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    const message = screen.getByText('First', { selector: 'li *' }).closest('li')!;
    act(() => message.focus());
    fireEvent.keyDown(message, { key: 'Escape' });
    show('Second');
    pass(TOAST_DURATION_MS + 100);
    expect(shown('Second')).toBeNull();
  });

  test("show the server's status and message below their own text (spec §8)", () => {
    act(() => toastFailure('Failed to update flag.', new ApiError(503, 'Please try again.')));
    expect(shown('Error')).toBeInTheDocument();
    expect(shown('Failed to update flag.')).toBeInTheDocument();
    expect(shown('503: Please try again.')).toBeInTheDocument();
  });

  test("do not repeat their own text if the server's message is the same", () => {
    const refusal = new ApiError(409, 'This location ID is already taken.');
    act(() => toastFailure(refusal.message, refusal));
    expect(screen.getAllByText(refusal.message, { selector: 'li *' })).toHaveLength(1);
  });

  test('are focused by F8', () => {
    show('Saved');
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toContainElement(
      document.activeElement as HTMLElement,
    );
  });

  test('are focused by F8 while a dialog is open, and Escape closes only the toast', () => {
    const onOpenChange = vi.fn();
    render(
      <Dialog open onOpenChange={onOpenChange} title="Edit flag">
        <input aria-label="Name" />
      </Dialog>,
    );
    const name = screen.getByLabelText('Name');
    act(() => name.focus());
    act(() => toastError('Failed to update flag.'));
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    const area = screen.getByRole('region', { name: 'Notifications (F8)' });
    expect(area).toContainElement(document.activeElement as HTMLElement);
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(shown('Failed to update flag.')).toBeNull();
    expect(onOpenChange).not.toHaveBeenCalled();
    expect(name).toHaveFocus();
    fireEvent.keyDown(name, { key: 'Escape' });
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  });

  test('stay open on Escape while the focus is in a dialog, even one opened before the toast', () => {
    const onOpenChange = vi.fn();
    render(
      <Dialog open onOpenChange={onOpenChange} title="Edit flag">
        <input aria-label="Name" />
      </Dialog>,
    );
    act(() => screen.getByLabelText('Name').focus());
    act(() => toastError('Failed to update flag.'));
    fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
    expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
    expect(shown('Failed to update flag.')).toBeInTheDocument();
  });
});
