import type { AppConfig, Credentials } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@/components/ui/Button.tsx';
import { WatchMemorialDay } from './WatchMemorialDay.tsx';

interface DemoSignInsProps {
  demo: NonNullable<AppConfig['demo']>;
  onChoose: (credentials: Credentials) => void;
}

/** Buttons for the demo's public accounts. Each fills in the sign-in form. */
export function DemoSignIns({ demo, onChoose }: DemoSignInsProps) {
  return (
    <section aria-label={t`Demo sign-ins`} className="grid gap-3 border-t border-border pt-5">
      <p className="text-[0.8125rem] text-muted-foreground">
        <Trans>This is a demo. Choose a user to sign in as.</Trans> <Trans>Password:</Trans>{' '}
        <code className="font-mono text-xs text-foreground">{demo.password}</code>
      </p>
      <div className="grid grid-cols-2 gap-2">
        {demo.usernames.map((username) => (
          <Button key={username} onClick={() => onChoose({ username, password: demo.password })}>
            {username}
          </Button>
        ))}
      </div>
      {demo.memorialDay === 'offered' && <WatchMemorialDay />}
    </section>
  );
}
