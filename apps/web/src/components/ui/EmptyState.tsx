import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '@/scene/scene.css';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface EmptyStateProps {
  title: string;
  description?: string;
  icon?: ReactNode;
  action?: ReactNode;
}

/** A message for an empty list: what will appear there and how to start. */
export function EmptyState({ title, description, icon, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-1 rounded-lg border border-dashed border-border bg-surface px-4 py-14 text-center">
      {icon && <BarePole>{icon}</BarePole>}
      <p className="font-medium">{title}</p>
      {description && <p className="max-w-prose text-muted-foreground">{description}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

/**
 * A decorative drawing of a pole with an icon instead of a flag. The icon shows the kind of content
 * that will appear here.
 */
function BarePole({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="relative mb-2 h-24 w-28 text-muted-foreground">
      <svg
        aria-hidden="true"
        viewBox="0 0 112 96"
        fill="none"
        className="size-full"
        strokeLinecap="round"
      >
        <path d="M24 14V86" stroke="currentColor" strokeOpacity="0.7" strokeWidth="3" />
        <circle cx="24" cy="9" r="4" className="scene-finial" />
        <rect
          x="30"
          y="16"
          width="62"
          height="40"
          rx="2"
          stroke="currentColor"
          strokeOpacity="0.6"
          strokeWidth="1.5"
          strokeDasharray="4 4"
        />
        <path d="M2 90c28-7 76-8 108-2" stroke="currentColor" strokeOpacity="0.4" strokeWidth="2" />
      </svg>
      <span className="absolute top-[36px] left-[61px] -translate-1/2 [&_svg]:size-5">
        {children}
      </span>
    </span>
  );
}

/** Says that a search found nothing, with a button that clears the search. */
export function NoResults({ query, onClear }: { query: string; onClear: () => void }) {
  return (
    <EmptyState
      title={t`No results for “${query}”`}
      action={
        <Button onClick={onClear}>
          <Trans>Clear search</Trans>
        </Button>
      }
    />
  );
}
