import type { ReactNode } from 'react';

/** One matter of an account's access: how it stands, and what can be done. */
export function AccessRow({ text, action }: { text: string; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted-foreground">{text}</p>
      {action}
    </div>
  );
}
