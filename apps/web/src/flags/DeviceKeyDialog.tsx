import type { FlagCreated } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { Copyable } from '@/components/ui/copyable.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/dialog.tsx';
import { configQuery } from '@/lib/query.ts';

/**
 * The new flag's device key, or its device's account at Google: the only time that it can be seen; the
 * server keeps a hash alone.
 */
export function DeviceKeyDialog({
  flag,
  onClose,
}: {
  flag: FlagCreated | null;
  onClose: () => void;
}) {
  const { data: config } = useQuery(configQuery());
  const project = config?.realtime.mode === 'firebase' ? config.realtime.project : null;
  return (
    <Dialog
      open={flag !== null}
      onOpenChange={(next) => !next && onClose()}
      title={flag ? `Device key of ${flag.name}` : ''}
      description={`Put these into the pole’s firmware now: the ${flag?.deviceLogin ? 'password' : 'key'} is shown only this once.`}
    >
      <DialogBody>
        {flag && (
          <>
            {flag.deviceKey !== null && <Copyable label="Device key" value={flag.deviceKey} />}
            {flag.deviceLogin && (
              <>
                <Copyable label="Device e-mail" value={flag.deviceLogin.email} />
                <Copyable label="Device password" value={flag.deviceLogin.password} />
                <Copyable label="API key" value={project?.apiKey ?? ''} />
              </>
            )}
            <Copyable
              label="Realtime path"
              value={`users/${flag.firebaseUserId}/hardware/${flag.flagId}`}
            />
            <Copyable
              label="Host"
              value={project ? new URL(project.databaseURL).host : window.location.host}
            />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
