import { Children, type ReactNode } from 'react';
import { useSteps } from '@/lib/page/useSteps.ts';

interface InStepsProps {
  children: ReactNode;
  /** How many children are rendered immediately. */
  first?: number;
  /** How many more children are rendered in each step after that. */
  by?: number;
}

/**
 * Renders its children in several steps, from top to bottom, so that a long list appears early.
 * Later children do not move those above them.
 */
export function InSteps({ children, first = 1, by = 1 }: InStepsProps) {
  const all = Children.toArray(children);
  return <>{all.slice(0, useSteps(all.length, first, by))}</>;
}
