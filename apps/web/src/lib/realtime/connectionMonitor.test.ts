import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionMonitor, type ConnectionState } from './connectionMonitor.ts';

let states: ConnectionState[];
let monitor: ConnectionMonitor;

beforeEach(() => {
  vi.useFakeTimers();
  states = [];
  monitor = new ConnectionMonitor((state) => states.push(state));
});
afterEach(() => {
  monitor.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function online(value: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(value);
  dispatchEvent(new Event(value ? 'online' : 'offline'));
}

describe('the connection monitor', () => {
  test('shows Reconnecting after a lost connection, Disconnected after 30 s, and Connected once it is back', () => {
    monitor.set(true);
    monitor.set(false);
    expect(monitor.state).toBe('reconnecting');
    vi.advanceTimersByTime(29_999);
    expect(monitor.state).toBe('reconnecting');
    vi.advanceTimersByTime(1);
    expect(monitor.state).toBe('disconnected');
    monitor.set(true);
    expect(states).toEqual(['connected', 'reconnecting', 'disconnected', 'connected']);
  });

  test('shows Disconnected immediately if the browser is offline', () => {
    monitor.set(true);
    online(false);
    expect(monitor.state).toBe('disconnected');
    online(true);
    expect(monitor.state).toBe('connected');
  });

  test('shows Connecting until the first connection opens, but for at most 30 s', () => {
    expect(monitor.state).toBe('connecting');
    online(false);
    expect(monitor.state).toBe('disconnected');
    online(true);
    expect(monitor.state).toBe('connecting');
    vi.advanceTimersByTime(30_000);
    expect(monitor.state).toBe('disconnected');
  });
});
