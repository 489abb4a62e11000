// Made by scripts/lucide.mjs from Lucide 1.73.0 (LICENSE).
import { icon } from './icon.tsx';

export const TrendingDown = /* @__PURE__ */ icon(
  <>
    <path d="M16 17h6v-6" />
    <path d="m22 17-8.5-8.5-5 5L2 7" />
  </>,
);
