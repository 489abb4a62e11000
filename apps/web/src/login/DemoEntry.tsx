import type { AppConfig } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Spinner } from '@/components/ui/Spinner.tsx';
import { call } from '@/lib/api/api.ts';
import { useSignIn } from '@/lib/session/useSignIn.ts';

/**
 * Signs in as the demo's first user while the Memorial Day simulation runs, so that visitors do not
 * have to choose an account.
 */
export default function DemoEntry({ demo }: { demo: NonNullable<AppConfig['demo']> }) {
  const { mutate } = useSignIn(
    (body: { username: string; password: string }, signal) =>
      call('login', { body, ...(signal && { signal }) }),
    t`Login failed`,
  );
  const isAsked = useRef(false);
  const [username = ''] = demo.usernames;
  const { password } = demo;
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    mutate({ username, password });
  }, [mutate, username, password]);
  return (
    <p role="status" className="flex items-center gap-2 text-muted-foreground">
      <Spinner /> <Trans>Opening the Memorial Day simulation…</Trans>
    </p>
  );
}
