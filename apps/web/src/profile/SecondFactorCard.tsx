import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/Card.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { day } from '@/lib/moments.ts';
import { secondFactorQuery } from '@/secondFactor/useSecondFactor.ts';

const SetUpDialog = lazyDialog(
  () => import('@/secondFactor/SetUpDialog.tsx'),
  ({ onClose }) => onClose(),
);
const TurnOffDialog = lazyDialog(
  () => import('@/secondFactor/TurnOffDialog.tsx'),
  ({ onClose }) => onClose(),
);

/**
 * If the user has fewer unused recovery codes than this, the card advises them to create new ones.
 */
const FEW_CODES = 3;

const codesText = (count: number): string =>
  count < FEW_CODES
    ? plural(count, {
        one: '# recovery code left. Turn two-factor authentication off and on again to get new codes.',
        other:
          '# recovery codes left. Turn two-factor authentication off and on again to get new codes.',
      })
    : plural(count, { one: '# recovery code left.', other: '# recovery codes left.' });

/** Shows whether two-factor authentication is on, and turns it on or off. */
export function SecondFactorCard({ username }: { username: string }) {
  const { data: factor, error, isFetching, refetch } = useQuery(secondFactorQuery());
  const [open, setOpen] = useState<'set-up' | 'turn-off' | null>(null);
  const close = () => setOpen(null);
  const isOn = factor != null && factor.since !== null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Two-factor authentication</Trans>
        </CardTitle>
      </CardHeader>
      <CardContent className="grid gap-4">
        {!factor && !error && (
          <div role="status" aria-label={t`Loading two-factor authentication`} className="py-1">
            <Skeleton className="h-4 w-56 max-w-full" />
          </div>
        )}
        {!factor && error && (
          <ErrorState
            title={t`Couldn’t load two-factor authentication`}
            error={error}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {factor && (
          <div className="grid gap-1.5">
            <Status tone={isOn ? 'ok' : 'off'}>
              {factor.since === null
                ? t({ message: 'Off', context: 'second factor' })
                : t`On since ${{ date: day(factor.since) }}`}
            </Status>
            <p className="text-muted-foreground">
              {isOn
                ? codesText(factor.recoveryCodesLeft)
                : t`Require a code from an authenticator app when you sign in.`}
            </p>
          </div>
        )}
        {factor && (
          <Button
            className="justify-self-start"
            onClick={() => setOpen(isOn ? 'turn-off' : 'set-up')}
          >
            {isOn ? t`Turn off` : t`Set up`}
          </Button>
        )}
      </CardContent>
      <Suspense fallback={null}>
        {open === 'set-up' && <SetUpDialog username={username} onClose={close} />}
        {open === 'turn-off' && factor && (
          <TurnOffDialog required={factor.required} onClose={close} />
        )}
      </Suspense>
    </Card>
  );
}
