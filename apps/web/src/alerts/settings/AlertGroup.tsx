import type { ReactNode } from 'react';

/** A group of alert settings with a title. */
export function AlertGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 content-start gap-4">
      <legend className="pb-3 text-sm font-semibold">{title}</legend>
      {children}
    </fieldset>
  );
}
