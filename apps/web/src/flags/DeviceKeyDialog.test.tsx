import type { FlagCreated } from '@halyard/domain';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWith } from '@/testing/render.tsx';
import { DeviceKeyDialog } from './DeviceKeyDialog.tsx';
import { makeFlag } from './testing/flags.ts';
import { config } from './testing/live.ts';

it('shows what a device signs in to a Firebase project with, once', async () => {
  const flag: FlagCreated = {
    ...makeFlag({ name: 'Gate', flagId: 'G-1' }),
    deviceKey: null,
    deviceLogin: { email: 'pole-k1@poles.firebaseapp.com', password: 'secret-of-the-device' },
  };
  renderWith(<DeviceKeyDialog flag={flag} onClose={() => {}} />, { config: config('firebase') });
  const shown = {
    'Device e-mail': 'pole-k1@poles.firebaseapp.com',
    'Device password': 'secret-of-the-device',
    'API key': 'AIza',
    'Realtime path': `users/${flag.firebaseUserId}/hardware/G-1`,
    Host: 'poles.firebaseio.com',
  };
  for (const [label, value] of Object.entries(shown))
    expect(screen.getByLabelText(label)).toHaveValue(value);
  expect(screen.queryByLabelText('Device key')).toBeNull();
});
