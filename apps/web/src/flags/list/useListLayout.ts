import type { RefObject } from 'react';
import { useByWidth } from '@/lib/page/useByWidth.ts';

export type ListLayout = 'cards' | 'narrow' | 'compact' | 'roomy' | 'wide';

/** Minimum list width in pixels for each layout of a table. */
const NARROW_FROM = 690;
const COMPACT_FROM = 880;
const ROOMY_FROM = 1080;
const WIDE_FROM = 1280;

function layoutFor(width: number): ListLayout {
  if (width < NARROW_FROM) return 'cards';
  if (width < COMPACT_FROM) return 'narrow';
  if (width < ROOMY_FROM) return 'compact';
  return width < WIDE_FROM ? 'roomy' : 'wide';
}

/** Returns the layout that fits the width of a list of flags. */
export function useListLayout(frame: RefObject<HTMLElement | null>): ListLayout {
  return useByWidth(frame, layoutFor);
}
