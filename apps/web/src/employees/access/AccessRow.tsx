import type { ReactNode } from 'react';

/** A row that shows one aspect of an account's access, with a button that changes it. */
export function AccessRow({ text, action }: { text: string; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted-foreground">{text}</p>
      {action}
    </div>
  );
}
