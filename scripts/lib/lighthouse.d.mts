import type { BrowserContext, LaunchOptions } from '@playwright/test';

export type Category = 'performance' | 'accessibility' | 'best-practices';
export const CATEGORIES: readonly Category[];

export interface Run {
  /** The scores by category, out of 100. */
  scores: Record<Category, number>;
  /** The audits without a full score. */
  faults: string[];
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
  shift: number;
}

export interface Lighthouse {
  browser: BrowserContext;
  look(url: string, device: 'mobile' | 'desktop'): Promise<Run>;
  close(): Promise<void>;
}

export function startLighthouse(options: LaunchOptions & { baseURL?: string }): Promise<Lighthouse>;
export function medianRun(runs: readonly Run[]): Run;
