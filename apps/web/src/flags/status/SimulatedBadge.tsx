import { Badge } from '@/components/ui/Badge.tsx';

/** Marks a flag whose pole is simulated by the server. */
export const SimulatedBadge = () => (
  <Badge title="The server plays this pole: nothing moves anywhere">Simulated</Badge>
);
