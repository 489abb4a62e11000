import { type DeviceKey, type Flag, newKeySince } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/Button.tsx';
import { Copyable } from '@/components/ui/Copyable.tsx';
import { ErrorState } from '@/components/ui/ErrorState.tsx';
import { Skeleton } from '@/components/ui/Skeleton.tsx';
import { configQuery } from '@/lib/api/query.ts';
import { deviceKeysQuery } from '../dialogQueries.ts';
import { DeviceKeyDialog, type MadeKey } from './DeviceKeyDialog.tsx';
import { KeyItem, type KeyKind } from './KeyItem.tsx';
import { poleAddress, polePath } from './poleAddress.ts';
import { ReplaceDeviceDialog } from './ReplaceDeviceDialog.tsx';
import { ReplaceKeyDialog } from './ReplaceKeyDialog.tsx';
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx';
import { RotationNote } from './RotationNote.tsx';
import { useMakeKey } from './useDeviceKeys.ts';

/**
 * A flag's device keys, for users who may manage them. Shown below the fields of the flag's dialog.
 */
export function DeviceKeys({ flag }: { flag: Flag }) {
  const { data: config } = useQuery(configQuery());
  return (
    <section
      aria-label={t`Device keys`}
      className="grid grid-cols-1 gap-2 border-t border-border pt-4"
    >
      {config?.realtime.mode === 'firebase' ? <GoogleAccounts /> : <KeyList flag={flag} />}
    </section>
  );
}

/** A note for installations with Firebase, where only Google knows a pole's credentials. */
function GoogleAccounts() {
  return (
    <>
      <Heading text={t`Pole account`} />
      <p className="text-muted-foreground">
        <Trans>
          With Firebase, the pole signs in to Google with its own account. To replace the account,
          see docs/firebase.md, “The poles”.
        </Trans>
      </p>
    </>
  );
}

function KeyList({ flag }: { flag: Flag }) {
  const { data: keys, isError, error, isFetching, refetch } = useQuery(deviceKeysQuery(flag.id));
  const [made, setMade] = useState<MadeKey | null>(null);
  const [revoking, setRevoking] = useState<DeviceKey | null>(null);
  const [replacing, setReplacing] = useState<DeviceKey | null>(null);
  const make = useMakeKey(flag, ({ id, key = null, login = null }) => {
    setReplacing(null);
    setMade({ flag, keyId: id, key, login });
  });
  const [isSwapping, setIsSwapping] = useState(false);
  const since = newKeySince(keys ?? []);
  const newest = keys?.at(-1);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <Heading text={t`Device keys`} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setIsSwapping(true)}>
            <Trans>Replace device</Trans>
          </Button>
          {newest && since !== null ? (
            <Button onClick={() => setReplacing(newest)}>
              <Trans>Replace new key</Trans>
            </Button>
          ) : (
            <Button pending={make.isPending} disabled={!keys} onClick={() => make.mutate(null)}>
              {keys?.length === 0 ? t`Create key` : t`Rotate key`}
            </Button>
          )}
        </div>
      </div>
      {!keys && !isError && (
        <div role="status" aria-label={t`Loading device keys`} className="py-2">
          <Skeleton className="h-3 w-56" />
        </div>
      )}
      {!keys && isError && (
        <ErrorState
          title={t`Couldn’t load device keys`}
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {keys?.length === 0 && (
        <p className="text-muted-foreground">
          <Trans>No key yet; the pole can’t connect.</Trans>
        </p>
      )}
      {keys && keys.length > 0 && (
        <ul aria-label={t`Device keys`} className="grid divide-y divide-border">
          {keys.map((key) => (
            <KeyItem
              key={key.id}
              deviceKey={key}
              kind={kindOf(key, keys)}
              onRevoke={() => setRevoking(key)}
            />
          ))}
        </ul>
      )}
      <RotationNote since={since} />
      <WhereToReport flag={flag} />
      <DeviceKeyDialog made={made} onClose={() => setMade(null)} />
      {isSwapping && (
        <ReplaceDeviceDialog
          open
          flag={flag}
          onReplaced={({ deviceKey, deviceLogin, ...replaced }) => {
            setIsSwapping(false);
            setMade({ flag: replaced, keyId: null, key: deviceKey, login: deviceLogin });
          }}
          onClose={() => setIsSwapping(false)}
        />
      )}
      <ReplaceKeyDialog
        replacing={replacing}
        pending={make.isPending}
        onConfirm={() => make.mutate(replacing)}
        onClose={() => setReplacing(null)}
      />
      <RevokeKeyDialog
        flag={flag}
        keys={keys ?? []}
        revoking={revoking}
        onClose={() => setRevoking(null)}
      />
    </>
  );
}

/** Shows the settings that a pole needs besides its key. */
function WhereToReport({ flag }: { flag: Flag }) {
  const { data: config } = useQuery(configQuery());
  const { url } = poleAddress(config?.publicUrl ?? null, window.location.origin);
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Copyable label={t`Server address`} value={url} />
      <Copyable label={t`Realtime path`} value={polePath(flag)} />
    </div>
  );
}

function Heading({ text }: { text: string }) {
  return <h3 className="text-[0.8125rem] font-medium">{text}</h3>;
}

/**
 * Returns the kind of a flag's key: `current` if it is the only one, otherwise `new` or `old`. The
 * old key becomes invalid when the pole first reports with the new one.
 */
function kindOf(key: DeviceKey, keys: readonly DeviceKey[]): KeyKind {
  if (keys.length === 1) return 'current';
  return key === keys.at(-1) ? 'new' : 'old';
}
