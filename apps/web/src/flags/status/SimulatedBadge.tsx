import { Badge } from '@/components/ui/Badge.tsx';

/** Marks a flag whose pole is simulated by the server. */
export const SimulatedBadge = () => (
  <Badge title="The server simulates this pole; nothing moves">Simulated</Badge>
);
