import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toast } from '@/lib/page/toast.ts';
import { ToastArea } from './ToastArea.tsx';

test('loads the toast code only when somebody starts to use the page', async () => {
  render(<ToastArea />);
  expect(screen.queryByRole('region', { name: /^Notifications/ })).toBeNull();
  await userEvent.click(document.body);
  expect(await screen.findByRole('region', { name: /^Notifications/ })).toBeInTheDocument();
});

test('shows a message that arrives before anyone has used the page', async () => {
  render(<ToastArea />);
  toast({ title: 'Saved' });
  expect(await screen.findByText('Saved')).toBeVisible();
});
