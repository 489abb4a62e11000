import { cn } from '@/lib/cn.ts';

/** The product's logo: a flag on its halyard, in the color of the text around it. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={cn('size-6', className)}>
      <path d="M6 3v18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      <path d="M9 5c3-1.5 6 1.5 10.5 0v8.5C15 15 12 12 9 13.5z" fill="currentColor" />
    </svg>
  );
}
