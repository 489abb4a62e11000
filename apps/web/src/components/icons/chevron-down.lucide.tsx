// Made by scripts/lucide.mjs from Lucide 1.73.0 (LICENSE).
import { icon } from './icon.tsx';

export const ChevronDown = /* @__PURE__ */ icon(<path d="m6 9 6 6 6-6" />);
