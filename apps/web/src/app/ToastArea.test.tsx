import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toast } from '@/lib/page/toast.ts';
import { ToastArea } from './ToastArea.tsx';

test('the code for toasts is loaded only when the user first interacts with the page', async () => {
  render(<ToastArea />);
  expect(screen.queryByRole('region', { name: /^Notifications/ })).toBeNull();
  await userEvent.click(document.body);
  expect(await screen.findByRole('region', { name: /^Notifications/ })).toBeInTheDocument();
});

test('a toast appears even if it is triggered before the user interacts with the page', async () => {
  render(<ToastArea />);
  toast({ title: 'Saved' });
  expect(await screen.findByText('Saved')).toBeVisible();
});
