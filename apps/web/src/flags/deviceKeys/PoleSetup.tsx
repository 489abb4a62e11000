import type { Flag } from '@halyard/domain';
import { CopyableText } from '@/components/ui/Copyable.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/Tabs.tsx';
import { arduinoConfiguration, UNKNOWN_HOST } from './arduino.ts';
import type { PoleAddress } from './poleAddress.ts';

interface PoleSetupProps {
  flag: Flag;
  deviceKey: string;
  address: PoleAddress;
}

/** The configuration for the pole's firmware, ready to paste, for each way to connect. */
export function PoleSetup({ flag, deviceKey, address }: PoleSetupProps) {
  const { name, firebaseUserId: ownerId, flagId } = flag;
  const pole = { name, ownerId, flagId, key: deviceKey, address };
  return (
    <Tabs defaultValue={address.hasTls ? 'tls' : 'lan'}>
      <TabsList aria-label="How the pole connects">
        <TabsTrigger value="tls">TLS, port 443</TabsTrigger>
        <TabsTrigger value="lan">Local network</TabsTrigger>
      </TabsList>
      <TabsContent value="tls">
        <CopyableText label="Configuration" value={arduinoConfiguration(pole, 'tls')} />
        <p className="text-xs text-muted-foreground">
          {address.hasTls
            ? 'For the FirebaseClient library on an ESP32. Add the server’s root certificate.'
            : `The library needs TLS on port 443, which ${address.url} does not offer. Put a TLS proxy in front, and set PUBLIC_URL to its address.`}
        </p>
      </TabsContent>
      <TabsContent value="lan">
        <CopyableText label="Configuration" value={arduinoConfiguration(pole, 'lan')} />
        <p className="text-xs text-muted-foreground">
          Without TLS, anyone on the network can read the key. Use it only on your own network.
          {address.lan.host === null &&
            ` Replace ${UNKNOWN_HOST} with this server’s address on that network, and check the port.`}
        </p>
      </TabsContent>
    </Tabs>
  );
}
