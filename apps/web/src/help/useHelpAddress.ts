import type { Page } from '@halyard/domain';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { pageAt } from '@/early/pages.ts';
import { configQuery } from '@/lib/api/query.ts';
import { firstPage } from '@/lib/page/firstPage.ts';

/** The URL path under which the server serves the help. */
const HELP = '/help/';

let sections: Readonly<Record<Page, string>> | null = null;
const listeners = new Set<() => void>();

/**
 * Loads the table of help sections after the first page has rendered. Until then, help links open
 * the help's start page.
 */
async function load(): Promise<void> {
  await firstPage;
  const loaded = await import('./helpPages.ts').catch(() => null);
  if (!loaded) return;
  sections = loaded.HELP_PAGES;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!sections) void load();
  return () => {
    listeners.delete(listener);
  };
}

/** Returns the URL of the help for the current page; null if the server does not serve the help. */
export function useHelpAddress(): string | null {
  const { data } = useQuery(configQuery());
  const [path] = useLocation();
  const known = useSyncExternalStore(subscribe, () => sections);
  if (!data?.help) return null;
  const page = pageAt(path)?.path;
  return known && page ? HELP + known[page].replace('.md', '.html') : HELP;
}
