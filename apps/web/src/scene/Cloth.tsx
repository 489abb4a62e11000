import { useId } from 'react';

/** The size of the flag's cloth, in units of the drawing. */
export const CLOTH = { width: 132, height: 84 };

/** A simplified US flag with seven stripes and a canton. */
export function Cloth() {
  // A unique ID, because the clip path of a hidden drawing would not work for the others.
  const id = useId();
  const edge = 'c22 -7 44 7 66 0s44 -7 66 0';
  const stripe = CLOTH.height / 7;
  return (
    <>
      <clipPath id={id}>
        <path d={`M0 4${edge}v${CLOTH.height - 6}c-22 -7 -44 7 -66 0s-44 -7 -66 0z`} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <rect width={CLOTH.width} height={CLOTH.height + 8} className="scene-white" />
        {[0, 2, 4, 6].map((row) => (
          <rect
            key={row}
            y={row * stripe}
            width={CLOTH.width}
            height={row === 6 ? stripe + 8 : stripe}
            className="scene-red"
          />
        ))}
        <rect width={CLOTH.width * 0.42} height={stripe * 4} className="scene-blue" />
      </g>
    </>
  );
}
