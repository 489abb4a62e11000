import type { DeviceLogin, FirebaseProject, Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { lazyPart } from '@/components/lazyPart.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { installerCode } from './installerCode.ts';

const QrCode = lazyPart(() => import('@/components/QrCode.tsx'));

interface InstallerCodeProps {
  flag: Flag;
  deviceKey: string | null;
  login: DeviceLogin | null;
  /** The URL of the realtime database, without a path. */
  server: string;
  project: FirebaseProject | null;
}

/** A QR code with everything a pole needs, for the installer's phone or the pole's own camera. */
export function InstallerCode({
  flag,
  deviceKey: key,
  login,
  server,
  project,
}: InstallerCodeProps) {
  const { firebaseUserId: ownerId, flagId, name } = flag;
  const text = installerCode({ ownerId, flagId, key, login }, server, project);
  if (text === null) return null;
  return (
    <figure className="flex flex-wrap items-center gap-4">
      <Suspense fallback={<Skeleton className="size-44" />}>
        <QrCode text={text} label={t`Installer code for ${name}`} />
      </Suspense>
      <figcaption className="max-w-56 text-xs text-muted-foreground">
        <Trans>
          This code gives the installer the server, owner, flag ID and key. Anyone who scans the
          code can report as this pole.
        </Trans>
      </figcaption>
    </figure>
  );
}
