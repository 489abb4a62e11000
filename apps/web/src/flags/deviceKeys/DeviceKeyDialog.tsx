import type { DeviceLogin, FirebaseProject, Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/Button.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { Dialog, DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { configQuery } from '@/lib/api/query.ts';
import { PoleCheckPanel } from '../poleCheck/PoleCheckPanel.tsx';
import { InstallerCode } from './InstallerCode.tsx';
import { PoleSetup } from './PoleSetup.tsx';
import { poleAddress, polePath } from './poleAddress.ts';

/** A device key that was just created or, with Firebase, the pole's Google account. */
export interface MadeKey {
  flag: Flag;
  /** The key's ID; null for the flag's first key. */
  keyId: string | null;
  key: string | null;
  login: DeviceLogin | null;
}

interface DeviceKeyDialogProps {
  made: MadeKey | null;
  onClose: () => void;
}

/**
 * Shows a new device key, or the device's Google account. Neither can be shown again later: the
 * server does not store the secret itself.
 */
export function DeviceKeyDialog({ made, onClose }: DeviceKeyDialogProps) {
  const { data: config } = useQuery(configQuery());
  const project = config?.realtime.mode === 'firebase' ? config.realtime.project : null;
  const address = poleAddress(config?.publicUrl ?? null, window.location.origin);
  return (
    <Dialog
      open={made !== null}
      onOpenChange={(next) => !next && onClose()}
      keepOpen
      className="max-w-2xl"
      {...headingOf(made)}
    >
      <DialogBody>
        {made && typeof made.key === 'string' && (
          <>
            <PoleCheckPanel flagId={made.flag.id} meant={{ keyId: made.keyId }} />
            <Copyable label={t`Device key`} value={made.key} />
            <InstallerCode
              flag={made.flag}
              deviceKey={made.key}
              login={null}
              server={address.url}
              project={null}
            />
            <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
              <Copyable label={t`Server address`} value={address.url} />
              <Copyable label={t`Realtime path`} value={polePath(made.flag)} />
            </div>
            <PoleSetup flag={made.flag} deviceKey={made.key} address={address} />
          </>
        )}
        {made?.login && project && (
          <>
            <PoleCheckPanel flagId={made.flag.id} meant={null} />
            <Account flag={made.flag} login={made.login} project={project} />
          </>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" actsOnce onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** Shows a pole's credentials for a Firebase project (docs/firebase.md). */
function Account(props: { flag: Flag; login: DeviceLogin; project: FirebaseProject }) {
  const { flag, login, project } = props;
  return (
    <>
      <InstallerCode
        flag={flag}
        deviceKey={null}
        login={login}
        server={project.databaseURL}
        project={project}
      />
      <Copyable label={t`Device email`} value={login.email} />
      <Copyable label={t`Device password`} value={login.password} />
      <Copyable label={t`API key`} value={project.apiKey} />
      <Copyable label={t`Realtime path`} value={polePath(flag)} />
      <Copyable label={t`Host`} value={new URL(project.databaseURL).host} />
    </>
  );
}

function headingOf(made: MadeKey | null): { title: string; description: string } {
  const name = made?.flag.name ?? '';
  return made?.login
    ? {
        title: t`Pole account for ${name}`,
        description: t`Copy the account details into the pole’s firmware now; you won’t see the password again.`,
      }
    : {
        title: t`Device key for ${name}`,
        description: t`Copy the key into the pole’s firmware now; you won’t see it again.`,
      };
}
