import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ThemeToggle } from '@/app/shell/ThemeToggle.tsx';
import { TooltipGroup } from '@/components/ui/Tooltip.tsx';
import { getTheme, setTheme, useForcedLightTheme, watchTheme } from './theme.ts';

const isDark = () => document.documentElement.classList.contains('dark');

function LightPage() {
  useForcedLightTheme();
  return null;
}

describe('the theme (spec §2)', () => {
  test('is light by default, regardless of the system setting', () => {
    expect(getTheme()).toBe('light');
    localStorage.setItem('theme', 'system');
    expect(getTheme()).toBe('light');
  });

  test('switches between light and dark, and stores the choice under the key theme', async () => {
    render(
      <TooltipGroup>
        <ThemeToggle />
      </TooltipGroup>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(isDark()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(localStorage.getItem('theme')).toBe('light');
    expect(isDark()).toBe(false);
  });

  test("also sets the color of an installed app's window frame", () => {
    const frame = document.createElement('meta');
    frame.name = 'theme-color';
    Object.assign(frame.dataset, { light: '#fff', dark: '#000' });
    document.head.append(frame);
    act(() => setTheme('dark'));
    expect(frame.content).toBe('#000');
    act(() => setTheme('light'));
    expect(frame.content).toBe('#fff');
    frame.remove();
  });

  test('changes on every page when the user changes it in another tab', () => {
    const end = watchTheme();
    localStorage.setItem('theme', 'dark');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(isDark()).toBe(true);
    end();
    act(() => setTheme('light'));
  });

  test("is light on a page that is always light, and returns to the user's choice when the user leaves that page", () => {
    act(() => setTheme('dark'));
    const { unmount } = render(<LightPage />);
    expect(isDark()).toBe(false);
    expect(localStorage.getItem('theme')).toBe('dark');
    unmount();
    expect(isDark()).toBe(true);
    act(() => setTheme('light'));
  });
});
