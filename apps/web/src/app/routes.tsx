import { lazyPage } from '@/components/lazyPart.tsx';
import { PAGES } from '@/early/pages.ts';

/** The pages behind the sign-in, as components. */
export const PAGE_ROUTES = PAGES.map(({ path, title, load }) => ({
  path,
  title,
  component: lazyPage(load),
}));
