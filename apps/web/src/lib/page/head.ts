import { useEffect, useLayoutEffect } from 'react';
import { useProductName } from '../api/config.ts';

/** Sets the window's title: the page's title, followed by the product's name. */
export function useDocumentTitle(title: string): void {
  const product = useProductName();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}

/** Prevents search engines from indexing the page while it is shown. */
export function useNoIndex(): void {
  useLayoutEffect(() => {
    const existing = document.head.querySelector<HTMLMetaElement>('meta[name="robots"]');
    const meta = existing ?? document.createElement('meta');
    const before = existing?.content;
    meta.name = 'robots';
    meta.content = 'noindex';
    if (!existing) document.head.append(meta);
    return () => {
      if (before === undefined) meta.remove();
      else meta.content = before;
    };
  }, []);
}
