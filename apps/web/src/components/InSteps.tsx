import { Children, type ReactNode } from 'react';
import { useSteps } from '@/lib/useSteps.ts';

/** Draws its children from top to bottom, as `useSteps` says: what comes later moves nothing. */
export function InSteps({ children }: { children: ReactNode }) {
  const all = Children.toArray(children);
  return <>{all.slice(0, useSteps(all.length))}</>;
}
