import './scene.css';
import { cn } from '@/lib/cn.ts';
import { CLOTH, Cloth } from './Cloth.tsx';
import { Stars } from './Stars.tsx';
import type { Sky } from './sky.ts';

type Place = 'up' | 'half' | 'down';

interface FlagSceneProps {
  /** The flag's position; null if unknown. */
  shown: Place | null;
  /** The requested position of the flag. */
  asked?: Place | null;
  /** Whether the pole has yet to reach the requested position. */
  isPending?: boolean;
  lamp?: boolean;
  isOffline?: boolean;
  sky: Sky;
  /** Describes the whole drawing in words. */
  label: string;
  className?: string | undefined;
}

/**
 * For each position, the distance from the top of the drawing to the cloth, in units of the
 * drawing.
 */
const TOP = { up: 44, half: 138, down: 236 } as const;
/** The distance from the left edge of the drawing to the pole, in units of the drawing. */
const POLE = 112;

/**
 * A drawing of a pole under the sky at its location. An outline shows the requested position; a
 * question mark means that the position is unknown.
 */
export function FlagScene({
  shown,
  asked = null,
  isPending = false,
  lamp = false,
  isOffline = false,
  sky,
  label,
  className,
}: FlagSceneProps) {
  const isDark = sky === 'night' || sky === 'dawn';
  return (
    <svg
      viewBox="0 0 320 360"
      role="img"
      aria-label={label}
      className={cn('pole-scene block w-full rounded-md', className)}
      data-sky={sky}
      data-half={shown === 'half' || undefined}
      data-offline={isOffline || undefined}
      preserveAspectRatio="xMidYMid meet"
    >
      {/*
       * Extends beyond the drawing on every side, because the frame may have a different shape.
       */}
      <rect x="-2000" y="-1000" width="4320" height="1244" className="scene-sky" />
      <rect x="-2000" y="243" width="4320" height="1117" className="scene-horizon" />
      {sky === 'night' && <Stars />}
      <path
        d="M-2000 342C-1500 346-1300 350-1000 338-500 300-100 322 0 322c52-16 104-20 160-14s112 2 160-10c100-20 500 10 1000 20s800 10 1000 14v1000H-2000z"
        className="scene-ground"
      />
      {lamp && <path d={`M${POLE} 30 250 330H30z`} className="scene-light" />}
      <path d={`M${POLE} 36V332`} className="scene-pole" strokeWidth="5" strokeLinecap="round" />
      <path
        d={`M${POLE - 18} 333h36`}
        className="scene-pole"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <circle cx={POLE} cy="30" r="7" className={lamp ? 'scene-lamp' : 'scene-finial'} />
      {asked !== null && asked !== shown && (
        <rect
          x={POLE + 6}
          y={TOP[asked]}
          width={CLOTH.width}
          height={CLOTH.height}
          rx="3"
          className={cn('scene-asked', isPending && 'animate-quiet-pulse')}
        />
      )}
      {shown === null ? (
        asked === null && <Unknown isDark={isDark} />
      ) : (
        <g
          className="scene-cloth"
          style={{ transform: `translate(${POLE + 4}px, ${TOP[shown]}px)` }}
        >
          <Cloth />
        </g>
      )}
    </svg>
  );
}

function Unknown({ isDark }: { isDark: boolean }) {
  return (
    <g>
      <rect
        x={POLE + 6}
        y={TOP.half}
        width={CLOTH.width}
        height={CLOTH.height}
        rx="3"
        className="scene-asked"
      />
      <text
        x={POLE + 6 + CLOTH.width / 2}
        y={TOP.half + CLOTH.height / 2 + 15}
        textAnchor="middle"
        fontSize="44"
        fontWeight="600"
        className={isDark ? 'scene-mark-dark' : 'scene-mark'}
      >
        ?
      </text>
    </g>
  );
}
