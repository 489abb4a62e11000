import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toast } from '@/lib/page/toast.ts';
import { ToastArea } from './ToastArea.tsx';

test('loads the toasts once somebody uses the page, and not before', async () => {
  render(<ToastArea />);
  expect(screen.queryByRole('region', { name: /^Notifications/ })).toBeNull();
  await userEvent.click(document.body);
  expect(await screen.findByRole('region', { name: /^Notifications/ })).toBeInTheDocument();
});

test('shows a message that comes before somebody uses the page', async () => {
  render(<ToastArea />);
  toast({ title: 'Saved' });
  expect(await screen.findByText('Saved')).toBeVisible();
});
