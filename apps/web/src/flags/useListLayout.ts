import type { RefObject } from 'react';
import { useByWidth } from '@/lib/useByWidth.ts';

export type ListLayout = 'cards' | 'compact' | 'roomy';

/** Pixels of the list's own width from which each begins. */
const COMPACT_FROM = 880;
const ROOMY_FROM = 1080;

function layoutFor(width: number): ListLayout {
  if (width < COMPACT_FROM) return 'cards';
  return width < ROOMY_FROM ? 'compact' : 'roomy';
}

/** How a list of flags is laid out in the room that it has. */
export function useListLayout(frame: RefObject<HTMLElement | null>): ListLayout {
  return useByWidth(frame, layoutFor);
}
