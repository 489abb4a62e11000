import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  subtitle?: string;
  /** The page's buttons, at the right end of the header. */
  actions?: ReactNode;
}

/** The header of a page: title, subtitle and actions. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="grid gap-0.5">
        <h1 className="text-xl leading-7 font-semibold tracking-tight">{title}</h1>
        {subtitle && <p className="text-muted-foreground">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

/** The body of a page. The title, toolbar, table and pagination in it are left-aligned. */
export function Page({ children }: { children: ReactNode }) {
  return <div className="mx-auto grid w-full max-w-[96rem] grid-cols-1 gap-5">{children}</div>;
}

interface PageSectionProps {
  title: string;
  /** The number of items in the section, if known. */
  count?: number | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** A section of a page, with its own heading. */
export function PageSection({ title, count, actions, children }: PageSectionProps) {
  return (
    <section className="grid grid-cols-1 gap-3 pt-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex items-baseline gap-2">
          <h2 className="text-base font-semibold">{title}</h2>
          {count !== undefined && (
            <span className="text-muted-foreground tabular-nums">{count}</span>
          )}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A row above a list: the search on the left, other controls on the right. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
