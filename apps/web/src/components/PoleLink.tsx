import { Link } from 'wouter';
import { cn } from '@/lib/cn.ts';
import { poleHref } from '@/lib/paths.ts';

interface PoleLinkProps {
  /** The pole to link to; `id` is `flags.id`. */
  pole: { id: string; name: string };
  className?: string;
}

/** A pole's name, as a link to its page. */
export function PoleLink({ pole, className }: PoleLinkProps) {
  return (
    <Link
      href={poleHref(pole.id)}
      className={cn(
        'rounded-sm font-medium break-words hover:underline touch:touch-target',
        className,
      )}
    >
      {pole.name}
    </Link>
  );
}
