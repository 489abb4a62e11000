import { Children, type ReactNode } from 'react';
import { useSteps } from '@/lib/useSteps.ts';

/** Renders its children from top to bottom in the steps of `useSteps`. Later children do not move earlier ones. */
export function InSteps({ children }: { children: ReactNode }) {
  const all = Children.toArray(children);
  return <>{all.slice(0, useSteps(all.length))}</>;
}
