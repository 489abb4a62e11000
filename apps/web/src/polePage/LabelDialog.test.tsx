import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { makeFlag } from '@/flags/testing/flags.ts';
import { renderWith, testConfig, testUser } from '@/testing/render.tsx';
import LabelDialog from './LabelDialog.tsx';

test("a pole's printable label shows the URL of the pole's page", async () => {
  window.print = vi.fn();
  const flag = makeFlag({ id: 'f1', name: 'Gate', flagId: 'G-1', location: 'Yard' });
  const config = testConfig({ publicUrl: 'https://flags.example.com' });
  renderWith(<LabelDialog flag={flag} open onClose={() => {}} />, { user: testUser(), config });
  const dialog = screen.getByRole('dialog', { name: 'Print label' });
  const paper = document.querySelector<HTMLElement>('body > [data-print-only]')!;
  for (const label of [dialog, paper]) {
    expect(label).toHaveTextContent('Gate');
    expect(label).toHaveTextContent('Yard');
    expect(label).toHaveTextContent('G-1');
    expect(label).toHaveTextContent('https://flags.example.com/flags/f1');
    expect(label.querySelector('svg[role="img"]')).not.toBe(null);
  }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Print' }));
  expect(window.print).toHaveBeenCalledOnce();
});
