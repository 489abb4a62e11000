import type { AppConfig, Flag, SessionUser } from '@halyard/domain';
import { flagStore } from '@/lib/realtime/flagStore.ts';
import { realtime } from '@/lib/realtime/realtime.ts';
import { FakeTransport } from '@/lib/realtime/testing/fakeTransport.ts';

const REALTIME = {
  embedded: { mode: 'embedded', namespace: 'halyard' },
  firebase: {
    mode: 'firebase',
    project: {
      apiKey: 'AIza',
      authDomain: 'poles.firebaseapp.com',
      databaseURL: 'https://poles.firebaseio.com/',
      projectId: 'poles',
      appId: '1:2:web:3',
      authEmulator: null,
    },
  },
  off: { mode: 'off' },
} as const satisfies Record<string, AppConfig['realtime']>;

export function config(mode: keyof typeof REALTIME = 'embedded'): AppConfig {
  return {
    productName: 'Halyard',
    publicUrl: null,
    setupNeeded: false,
    signedIn: true,
    demo: null,
    signIn: { system: null, companies: false },
    realtime: REALTIME[mode],
    offlineApp: true,
    help: true,
    version: '0',
  };
}

/** Connects the page as `user` to a fake realtime database that the test controls. */
export async function connect(user: SessionUser, flags: readonly Flag[]): Promise<FakeTransport> {
  const transport = new FakeTransport();
  realtime.connectBy(() => Promise.resolve(transport));
  realtime.start({ config: config().realtime, user, onRevision: () => {} });
  flagStore.accept(flags);
  await Promise.resolve();
  transport.setConnected(true);
  return transport;
}
