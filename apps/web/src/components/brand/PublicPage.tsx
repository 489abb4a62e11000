import type { ReactNode } from 'react';
import { useProductName } from '@/lib/api/config.ts';
import { Branding } from './Branding.tsx';
import { Logo } from './Logo.tsx';

/** The layout of public pages: the page's content next to a description of the product. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  const product = useProductName();
  return (
    <div className="grid min-h-dvh bg-background md:grid-cols-[minmax(20rem,2fr)_3fr]">
      <Branding className="max-md:order-2" />
      <main className="grid content-start justify-items-center px-4 pt-8 pb-12 md:px-8 md:pt-[clamp(2.5rem,16dvh,10rem)]">
        <div className="grid w-full max-w-96 gap-6">
          <div className="flex items-center gap-2.5 text-primary md:hidden">
            <Logo />
            <span className="font-semibold tracking-tight">{product}</span>
          </div>
          <h1 className="text-2xl leading-8 font-semibold tracking-tight">{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}
