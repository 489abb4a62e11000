import '@/scene/scene.css';
import { cn } from '@/lib/cn.ts';
import { Cloth } from '@/scene/Cloth.tsx';
import { Stars } from '@/scene/Stars.tsx';
import type { Sky } from '@/scene/sky.ts';

/** A decorative drawing of a flag pole on a hill, fully visible in a frame of any shape. */
export function BrandScene({ sky, className }: { sky: Sky; className?: string }) {
  return (
    <svg
      viewBox="0 50 480 570"
      aria-hidden="true"
      preserveAspectRatio="xMaxYMax meet"
      data-sky={sky}
      // Sky and ground extend beyond the drawing, to the edges of the frame.
      className={cn('pole-scene overflow-visible', className)}
    >
      <rect x="-2000" y="-2000" width="4480" height="4000" className="scene-sky" />
      <rect x="-2000" y="430" width="4480" height="2000" className="scene-horizon" />
      {sky === 'night' && (
        <g transform="scale(1.5)">
          <Stars />
        </g>
      )}
      <path d="M300 96V580" className="scene-pole" strokeWidth="7" strokeLinecap="round" />
      <circle cx="300" cy="87" r="10" className="scene-finial" />
      <g transform="translate(305 108) scale(1.08)">
        <Cloth />
      </g>
      <path
        d="M-2000 620C-600 530-200 584 0 574c120-6 220-30 330-18s120 26 150 34c400 60 1200 40 2000 30v2000H-2000z"
        className="scene-ground"
      />
    </svg>
  );
}
