import { t } from '@lingui/core/macro';
import { Activity, Building2, ShieldCheck, ToggleRight } from '@/components/icons/index.ts';
import { TAGLINE, useProductName } from '@/lib/api/config.ts';
import { cn } from '@/lib/cn.ts';
import { skyAtHour } from '@/scene/skyAtHour.ts';
import { BrandScene } from './BrandScene.tsx';
import { Logo } from './Logo.tsx';

const FEATURES = [
  { icon: Activity, text: t`Real-time flag status monitoring` },
  { icon: ToggleRight, text: t`Remote switch control (Up, Down, Half, Lamp)` },
  { icon: Building2, text: t`Multi-tenant organization management` },
  { icon: ShieldCheck, text: t`Role-based access control` },
];

/** Describes the product, next to the forms on the public pages. */
export function Branding({ className }: { className?: string }) {
  const product = useProductName();
  const sky = skyAtHour(new Date().getHours());
  return (
    <aside
      // Does not contain the product's name, because a message with a value would load Lingui
      // before the sign-in.
      aria-label={t`About this product`}
      data-sky={sky}
      className={cn('brand-scene grid grid-rows-[1fr_auto] overflow-hidden text-white', className)}
    >
      <div className="relative min-h-64 overflow-hidden">
        <BrandScene sky={sky} className="absolute inset-0 size-full" />
        <div
          className={cn(
            'relative flex items-center gap-3 p-8 max-md:hidden md:p-10',
            sky === 'day' && 'text-brand',
          )}
        >
          <Logo className="size-7" />
          <span className="text-base font-semibold tracking-tight">{product}</span>
        </div>
      </div>
      <div className="brand-ground grid gap-6 p-8 pt-4 md:p-10 md:pt-4">
        <p className="text-2xl leading-8 font-semibold tracking-tight text-balance">{TAGLINE}</p>
        <ul className="grid gap-3.5">
          {FEATURES.map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-start gap-3 text-white/90">
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-white/75" />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
