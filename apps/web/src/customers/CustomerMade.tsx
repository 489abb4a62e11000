import type { CustomerCreated, DeviceLogin, FlagCreated } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Button } from '@/components/ui/Button.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { DialogBody, DialogFooter } from '@/components/ui/Dialog.tsx';
import { InstallerCode } from '@/flags/deviceKeys/InstallerCode.tsx';
import { poleAddress } from '@/flags/deviceKeys/poleAddress.ts';
import { configQuery } from '@/lib/api/query.ts';
import { companyHref, joinUrl } from '@/lib/paths.ts';

interface CustomerMadeProps {
  made: CustomerCreated;
  onClose: () => void;
}

/** Shows the invitation and the device keys of a new customer. They cannot be shown again. */
export function CustomerMade({ made, onClose }: CustomerMadeProps) {
  const { data: config } = useQuery(configQuery());
  const { url } = poleAddress(config?.publicUrl ?? null, window.location.origin);
  const project = config?.realtime.mode === 'firebase' ? config.realtime.project : null;
  const { email, code } = made.invitation;
  return (
    <>
      <DialogBody>
        {code === null ? (
          <p>
            <Trans>Invitation sent to {email}.</Trans>
          </p>
        ) : (
          <div className="grid gap-1.5">
            <Copyable label={t`Invitation link`} value={joinUrl(code)} />
            <p className="text-xs text-muted-foreground">
              <Trans>
                The invitation was not emailed. Send this link to {email}. The link creates one
                account and expires in 7 days.
              </Trans>
            </p>
          </div>
        )}
        {(made.flags as FlagCreated[]).map((flag) => (
          <section
            key={flag.id}
            aria-label={flag.name}
            className="grid grid-cols-1 gap-3 border-t border-border pt-4"
          >
            <h3 className="font-semibold">
              {flag.name}{' '}
              <span className="font-mono text-xs font-normal text-muted-foreground">
                {flag.flagId}
              </span>
            </h3>
            <Secret deviceKey={flag.deviceKey} login={flag.deviceLogin} />
            <InstallerCode
              flag={flag}
              deviceKey={flag.deviceKey}
              login={flag.deviceLogin}
              server={url}
              project={project}
            />
          </section>
        ))}
      </DialogBody>
      <DialogFooter>
        <Button asChild>
          <Link href={companyHref(made.company.id)}>
            <Trans>Open company</Trans>
          </Link>
        </Button>
        <Button variant="primary" actsOnce onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogFooter>
    </>
  );
}

function Secret({ deviceKey, login }: { deviceKey: string | null; login: DeviceLogin | null }) {
  if (deviceKey !== null) return <Copyable label={t`Device key`} value={deviceKey} />;
  if (login === null) return null;
  return (
    <>
      <Copyable label={t`Device email`} value={login.email} />
      <Copyable label={t`Device password`} value={login.password} />
    </>
  );
}
