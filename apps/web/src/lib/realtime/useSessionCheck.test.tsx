import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onSessionDoubt } from '../sessionEvents.ts';
import type { ConnectionState } from './connection.ts';
import { useSessionCheck } from './useSessionCheck.ts';

let state: ConnectionState = 'reconnecting';
vi.mock('./connection.ts', () => ({ useConnectionState: () => state }));

const asked = vi.fn();
let stop = () => {};
beforeEach(() => {
  asked.mockClear();
  stop = onSessionDoubt(asked);
});
afterEach(() => stop());

function follow() {
  state = 'reconnecting';
  const { rerender } = renderHook(useSessionCheck);
  return (next: ConnectionState) => {
    state = next;
    rerender();
  };
}

test('losing the connection starts a session check, which is repeated until the connection returns', () => {
  const become = follow();
  become('connected');
  expect(asked).not.toHaveBeenCalled();
  become('reconnecting');
  expect(asked).toHaveBeenCalledTimes(1);
  become('disconnected');
  expect(asked).toHaveBeenCalledTimes(2);
  window.dispatchEvent(new Event('online'));
  expect(asked).toHaveBeenCalledTimes(3);
  become('connected');
  window.dispatchEvent(new Event('online'));
  expect(asked).toHaveBeenCalledTimes(3);
});

test('the first connection triggers no session check, because the user is already known', () => {
  const become = follow();
  become('disconnected');
  become('connected');
  expect(asked).not.toHaveBeenCalled();
});
