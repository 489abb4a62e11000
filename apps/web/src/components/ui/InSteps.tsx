import { Children, type ReactNode } from 'react';
import { useSteps } from '@/lib/page/useSteps.ts';

interface InStepsProps {
  children: ReactNode;
  /** How many of the children are rendered at first. */
  first?: number;
  /** How many more children are rendered in each later step. */
  by?: number;
}

/**
 * Renders its children in several steps, from top to bottom, so that children that appear later do
 * not move those above them.
 */
export function InSteps({ children, first = 1, by = 1 }: InStepsProps) {
  const all = Children.toArray(children);
  return <>{all.slice(0, useSteps(all.length, first, by))}</>;
}
