import { Activity, Building2, ShieldCheck, ToggleRight } from 'lucide-react';
import { cn } from '@/lib/cn.ts';
import { TAGLINE, useProductName } from '@/lib/config.ts';
import { Logo } from './Logo.tsx';
import { PoleDrawing } from './PoleDrawing.tsx';

const FEATURES = [
  { icon: Activity, text: 'Real-time flag status monitoring' },
  { icon: ToggleRight, text: 'Remote switch control (Up, Down, Half, Lamp)' },
  { icon: Building2, text: 'Multi-tenant organization management' },
  { icon: ShieldCheck, text: 'Role-based access control' },
];

/** What the product is, beside the forms of the pages before the sign-in. */
export function Branding({ className }: { className?: string }) {
  const product = useProductName();
  return (
    <aside
      aria-label={`About ${product}`}
      className={cn(
        'relative flex flex-col justify-between gap-10 overflow-hidden bg-brand p-8 text-white md:p-10',
        className,
      )}
    >
      <PoleDrawing className="pointer-events-none absolute right-0 bottom-0 h-full max-h-[56rem] max-xl:hidden" />
      <div className="relative flex items-center gap-3 max-md:hidden">
        <Logo className="size-7" />
        <span className="text-base font-semibold tracking-tight">{product}</span>
      </div>
      <div className="relative grid max-w-96 gap-6">
        <p className="text-2xl leading-8 font-semibold tracking-tight text-balance">{TAGLINE}</p>
        <ul className="grid gap-3.5">
          {FEATURES.map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-start gap-3 text-white/85">
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-white/65" />
              {text}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
