import type { Flag } from '@halyard/domain';
import { Card } from '@/components/ui/Card.tsx';
import { DeviceKeys } from '@/flags/deviceKeys/DeviceKeys.tsx';

export default function PoleKeys({ flag }: { flag: Flag }) {
  return (
    <Card className="p-4 [&>section]:border-t-0 [&>section]:pt-0">
      <DeviceKeys flag={flag} />
    </Card>
  );
}
