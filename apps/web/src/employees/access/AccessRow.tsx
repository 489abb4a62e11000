import type { ReactNode } from 'react';

/** A row in the Access section of an account: its current state and an action. */
export function AccessRow({ text, action }: { text: string; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-muted-foreground">{text}</p>
      {action}
    </div>
  );
}
