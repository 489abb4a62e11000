import { Badge } from '@/components/ui/badge.tsx';

/** Beside a flag whose pole the server plays. */
export const SimulatedBadge = () => (
  <Badge title="The server plays this pole: nothing moves anywhere">Simulated</Badge>
);
