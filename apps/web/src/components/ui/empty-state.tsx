import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface EmptyStateProps {
  title: string;
  description?: string;
  icon?: ReactNode;
  /** The one thing to do now. */
  action?: ReactNode;
}

/** First use: what will be here, and how to begin. */
export function EmptyState({ title, description, icon, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 rounded-lg border border-dashed border-border bg-surface px-4 py-14 text-center">
      {icon && (
        <span aria-hidden="true" className="mb-2 text-muted-foreground [&_svg]:size-6">
          {icon}
        </span>
      )}
      <p className="font-medium">{title}</p>
      {description && <p className="max-w-prose text-muted-foreground">{description}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** A search without results: the query, and the way back. */
export function NoResults({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <EmptyState
      title={`No results for “${query}”`}
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  );
}
