import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { Switch } from './Switch.tsx';

describe('a switch', () => {
  test.each([
    ['click', () => userEvent.click(screen.getByRole('switch'))],
    ['keyboard', () => userEvent.keyboard('{Tab} ')],
  ])('requests the opposite state when operated by %s', async (_, press) => {
    const onCheckedChange = vi.fn();
    render(<Switch aria-label="Lamp" checked={false} onCheckedChange={onCheckedChange} />);
    expect(screen.getByRole('switch', { name: 'Lamp' })).not.toBeChecked();
    await press();
    expect(onCheckedChange.mock.calls).toEqual([[true]]);
  });

  test('shows why it is disabled', () => {
    const reason = 'Offline, last seen 12 min ago';
    render(<Switch aria-label="Lamp" checked disabled reason={reason} onCheckedChange={vi.fn()} />);
    expect(screen.getByRole('switch', { name: 'Lamp' })).toBeDisabled();
    expect(screen.getByRole('switch')).toHaveAccessibleDescription(reason);
  });

  test('is announced as busy to screen readers while it is pending', () => {
    render(<Switch aria-label="Lamp" checked look="pending" onCheckedChange={vi.fn()} />);
    expect(screen.getByRole('switch')).toHaveAttribute('aria-busy', 'true');
  });
});

/**
 * Renders two switches, as in two rows of a list.
 * @returns a list of the requested changes, such as "First true"
 */
function renderTwo() {
  const asked: string[] = [];
  for (const name of ['First', 'Second'])
    render(
      <Switch
        aria-label={name}
        checked={false}
        onCheckedChange={(on) => asked.push(`${name} ${on}`)}
      />,
    );
  return asked;
}

interface Click {
  /** The time of the click in milliseconds. */
  at: number;
  x?: number;
  /** The click count that the browser reports in `detail`; 0 for a click by keyboard. */
  detail?: number;
  cancelled?: boolean;
}

/** Sends the events of a click on a switch, as a browser would. */
function click(name: string, { at, x = 100, detail = 1, cancelled = false }: Click) {
  const control = screen.getByRole('switch', { name });
  const send = (event: Event) => {
    Object.defineProperty(event, 'timeStamp', { value: at });
    fireEvent(control, event);
  };
  const place = { clientX: x, clientY: 50, bubbles: true };
  if (detail > 0) send(new PointerEvent('pointerdown', place));
  if (cancelled) send(new PointerEvent('pointercancel', place));
  else send(new MouseEvent('click', { ...place, detail }));
}

describe('clicking or pressing a switch repeatedly', () => {
  test('changes the switch only once for several quick clicks, and again for a later click', () => {
    const asked = renderTwo();
    for (const at of [1_000, 1_150, 1_700, 2_300, 2_900]) click('First', { at });
    expect(asked).toEqual(['First true']);
    click('First', { at: 3_700 });
    expect(asked).toEqual(['First true', 'First true']);
  });

  test('changes the switch only once if the system counts two slow clicks as a double click', () => {
    const asked = renderTwo();
    click('First', { at: 11_000 });
    click('First', { at: 12_400, detail: 2 });
    expect(asked).toEqual(['First true']);
  });

  test.each([
    ['counted by the system', 2, 21_000],
    ['on a touch screen', 1, 26_000],
  ])(
    'ignores the second click of a double click that began on another switch, %s',
    (_, detail, at) => {
      const asked = renderTwo();
      click('First', { at });
      click('Second', { at: at + 300, x: 104, detail });
      expect(asked).toEqual(['First true']);
      click('Second', { at: at + 1_500 });
      expect(asked).toEqual(['First true', 'Second true']);
    },
  );

  test('is not treated as a double click if the clicks are on two switches, or if one is a tap after scrolling', () => {
    const asked = renderTwo();
    click('First', { at: 31_000 });
    click('Second', { at: 31_200, x: 200 });
    expect(asked).toEqual(['First true', 'Second true']);
    click('First', { at: 33_000, cancelled: true });
    click('First', { at: 33_300 });
    expect(asked).toEqual(['First true', 'Second true', 'First true']);
  });

  test('does not block a key press on a different switch immediately after the clicks', () => {
    const asked = renderTwo();
    click('First', { at: 41_000 });
    click('First', { at: 41_200 });
    click('Second', { at: 41_300, detail: 0 });
    expect(asked).toEqual(['First true', 'Second true']);
  });

  test('changes the switch only once while Enter is held down', async () => {
    const asked = renderTwo();
    await userEvent.keyboard('{Tab}{Enter>20/}');
    expect(asked).toEqual(['First true']);
  });
});
