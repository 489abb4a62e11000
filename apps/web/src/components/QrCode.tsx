import { encode } from 'uqr';
import { cn } from '@/lib/cn.ts';

/**
 * Width of the white margin that scanners need around a QR code, in modules (the squares of the
 * code).
 */
const MARGIN = 4;

interface QrCodeProps {
  text: string;
  label: string;
  className?: string;
}

/** A QR code, dark on white in both themes and on paper. */
export default function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { border: MARGIN });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cn('size-44 rounded-md border border-border forced-color-adjust-none', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
