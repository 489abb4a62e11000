// Made by scripts/lucide.mjs from Lucide 1.73.0 (LICENSE).
import { icon } from './icon.tsx';

export const ChevronUp = /* @__PURE__ */ icon(<path d="m18 15-6-6-6 6" />);
