import { lazyPage } from '@/components/lazyPart.tsx';
import { PAGES } from '@/early/pages.ts';

/** The components of all pages for signed-in users. */
export const PAGE_ROUTES = PAGES.map(({ path, title, load }) => ({
  path,
  title,
  component: lazyPage(load),
}));
