import { type EngineState, may, momentText, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { lazyDialog } from '@/components/lazyPart.tsx';
import { Button } from '@/components/ui/Button.tsx';
import { Card } from '@/components/ui/Card.tsx';
import { ConfirmDialog } from '@/components/ui/ConfirmDialog.tsx';
import { Moment } from '@/components/ui/Moment.tsx';
import { Status } from '@/components/ui/Status.tsx';
import { useDialogParam } from '@/lib/page/dialogParam.ts';
import { useOnceOpened } from '@/lib/page/useOnceOpened.ts';
import { AUTOPILOT_DIALOG } from '../data/halfStaffQueries.ts';
import { useSwitchEngine } from './autopilotActions.ts';

const DryRunDialog = lazyDialog(
  () => import('./DryRunDialog.tsx'),
  ({ onClose }) => onClose(),
);

/** Shows whether autopilot is on. Masters also get a button that turns it on or off. */
export function AutopilotCard({ user, engine }: { user: SessionUser; engine: EngineState }) {
  const [asking, setAsking] = useState(false);
  const maySwitch = may(user, 'engine.switch');
  const [asked, setPreviewing] = useDialogParam(AUTOPILOT_DIALOG);
  // Ignores a link to the dialog if autopilot is already on.
  const previewing = asked && maySwitch && !engine.isOn;
  const previewUsed = useOnceOpened(previewing);
  const turnOff = useSwitchEngine(() => setAsking(false));
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="grid gap-1">
        <h2 className="text-sm font-semibold">
          <Status tone={engine.isOn ? 'ok' : 'off'}>
            {engine.isOn ? t`Autopilot is on` : t`Autopilot is off`}
          </Status>
        </h2>
        <p className="text-muted-foreground">
          {engine.isOn
            ? t`Poles follow orders and half-staff days if their company has Auto Half Mast on.`
            : maySwitch
              ? t`Nothing will move. Orders and half-staff days are shown for information only.`
              : t`Nothing will move. Ask your operator to turn on autopilot.`}
          <Turned engine={engine} />
        </p>
      </div>
      {maySwitch &&
        (engine.isOn ? (
          <Button onClick={() => setAsking(true)}>
            <Trans>Turn off</Trans>
          </Button>
        ) : (
          <Button variant="primary" onClick={() => setPreviewing(true)}>
            <Trans>Preview the next 30 days</Trans>
          </Button>
        ))}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Turn off autopilot`}
        description={t`Poles stay where they are. Nothing will move until autopilot is turned on again.`}
        confirmLabel={t`Turn off`}
        destructive
        pending={turnOff.isPending}
        onConfirm={() => turnOff.mutate({ isOn: false })}
      />
      {previewUsed && (
        <Suspense fallback={null}>
          <DryRunDialog open={previewing} onClose={() => setPreviewing(false)} />
        </Suspense>
      )}
    </Card>
  );
}

/** Shows who turned autopilot on or off, and when. */
function Turned({ engine: { isOn, by, at } }: { engine: EngineState }) {
  if (by === null || at === null) return null;
  return (
    <span className="tabular-nums">
      {' '}
      {isOn ? (
        <Trans>
          Turned on by {by}, <Moment at={at} text={momentText(at)} />.
        </Trans>
      ) : (
        <Trans>
          Turned off by {by}, <Moment at={at} text={momentText(at)} />.
        </Trans>
      )}
    </span>
  );
}
