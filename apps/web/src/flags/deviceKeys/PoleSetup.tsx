import type { Flag } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CopyableText } from '@/components/ui/Copyable.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/Tabs.tsx';
import { arduinoConfiguration, UNKNOWN_HOST } from './arduino.ts';
import type { PoleAddress } from './poleAddress.ts';

interface PoleSetupProps {
  flag: Flag;
  deviceKey: string;
  address: PoleAddress;
}

/** The configuration to paste into the pole's firmware, for each way that the pole can connect. */
export function PoleSetup({ flag, deviceKey, address }: PoleSetupProps) {
  const { name, firebaseUserId: ownerId, flagId } = flag;
  const pole = { name, ownerId, flagId, key: deviceKey, address };
  const { url } = address;
  return (
    <Tabs defaultValue={address.hasTls ? 'tls' : 'lan'}>
      <TabsList aria-label={t`How the pole connects`}>
        <TabsTrigger value="tls">
          <Trans>TLS, port 443</Trans>
        </TabsTrigger>
        <TabsTrigger value="lan">
          <Trans>Local network</Trans>
        </TabsTrigger>
      </TabsList>
      <TabsContent value="tls">
        <CopyableText label={t`Configuration`} value={arduinoConfiguration(pole, 'tls')} />
        <p className="text-xs text-muted-foreground">
          {address.hasTls
            ? t`For the FirebaseClient library on an ESP32. Add the server’s root certificate.`
            : t`The library needs TLS on port 443, which ${url} does not offer. Put a TLS proxy in front of Halyard, and set PUBLIC_URL to the proxy’s URL.`}
        </p>
      </TabsContent>
      <TabsContent value="lan">
        <CopyableText label={t`Configuration`} value={arduinoConfiguration(pole, 'lan')} />
        <p className="text-xs text-muted-foreground">
          <Trans>
            Without TLS, anyone on the network can read the key. Use this only on your own network.
          </Trans>{' '}
          {address.lan.host === null &&
            t`Replace ${UNKNOWN_HOST} with this server’s address on the pole’s network, and check the port.`}
        </p>
      </TabsContent>
    </Tabs>
  );
}
