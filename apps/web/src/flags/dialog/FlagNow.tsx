import { type Flag, may, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import { ArrowRight } from '@/components/icons/index.ts';
import { Button } from '@/components/ui/Button.tsx';
import { poleHref } from '@/lib/paths.ts';
import { useCanWrite } from '@/lib/realtime/connection.ts';
import { useFlagState } from '@/lib/realtime/useFlagState.ts';
import { useFlagActions } from '../commands/useFlagActions.ts';
import { PositionControl } from '../control/PositionControl.tsx';
import { FlagStatus } from '../status/FlagStatus.tsx';
import { FlagVoltage } from '../status/FlagVoltage.tsx';
import { SimulatedBadge } from '../status/SimulatedBadge.tsx';

interface FlagNowProps {
  user: SessionUser;
  flag: Flag;
  onTest: () => void;
}

/** The top of a flag's dialog: the pole's reported state, its controls, and a link to its page. */
export function FlagNow({ user, flag, onTest }: FlagNowProps) {
  const state = useFlagState(flag.id);
  const canWrite = useCanWrite();
  const actions = useFlagActions(user.id);
  const maySwitch = may(user, 'flag.switch');
  return (
    <section
      aria-label={t`Now`}
      className="grid shrink-0 grid-cols-1 gap-3 border-b border-border px-5 py-3"
    >
      {flag.isSimulated && <SimulatedBadge />}
      {state && (
        <>
          <div className="flex items-start justify-between gap-4 zoomed:flex-wrap">
            <FlagStatus
              flag={flag}
              state={state}
              actions={actions}
              writable={maySwitch && canWrite}
            />
            <FlagVoltage flag={flag} view={state.view} />
          </div>
          <PositionControl flag={flag} actions={actions} maySwitch={maySwitch} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <Link href={poleHref(flag.id)}>
            <Trans>Open page</Trans>
            <ArrowRight aria-hidden="true" />
          </Link>
        </Button>
        {maySwitch && (
          <Button onClick={onTest}>
            <Trans>Test this pole</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}
