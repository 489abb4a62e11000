import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  subtitle?: string;
  /** The page's buttons, at the right end. */
  actions?: ReactNode;
}

/** The head of a page: its title, what it is for, and its acts. */
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

/** The body of a page: one left edge for title, toolbar, table and pagination. */
export function Page({ children }: { children: ReactNode }) {
  return <div className="mx-auto grid w-full max-w-[96rem] grid-cols-1 gap-5">{children}</div>;
}

/** Search at the left, other controls at the right, above a list. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
