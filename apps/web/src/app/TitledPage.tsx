import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/page/head.ts';

/** Shows a page and sets the window's title. */
export function TitledPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return children;
}
