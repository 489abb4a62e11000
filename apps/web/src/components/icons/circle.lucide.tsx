// Made by scripts/lucide.mjs from Lucide 1.73.0 (LICENSE).
import { icon } from './icon.tsx';

export const Circle = /* @__PURE__ */ icon(<circle cx="12" cy="12" r="10" />);
