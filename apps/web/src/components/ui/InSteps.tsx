import { Children, type ReactNode } from 'react';
import { useSteps } from '@/lib/page/useSteps.ts';

interface InStepsProps {
  children: ReactNode;
  /** The number of children to render in the first step. */
  first?: number;
  /** The number of children to render in each step after the first. */
  by?: number;
}

/**
 * Renders its children in steps, from top to bottom, so that the beginning of a long list appears
 * early.
 */
export function InSteps({ children, first = 1, by = 1 }: InStepsProps) {
  const all = Children.toArray(children);
  return <>{all.slice(0, useSteps(all.length, first, by))}</>;
}
