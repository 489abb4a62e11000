// Made by scripts/lucide.mjs from Lucide 1.73.0 (LICENSE).
import { icon } from './icon.tsx';

export const ListChecks = /* @__PURE__ */ icon(
  <>
    <path d="M13 5h8" />
    <path d="M13 12h8" />
    <path d="M13 19h8" />
    <path d="m3 17 2 2 4-4" />
    <path d="m3 7 2 2 4-4" />
  </>,
);
