const STARS = [
  [40, 40],
  [78, 96],
  [26, 150],
  [190, 26],
  [232, 120],
  [286, 62],
  [300, 168],
  [64, 210],
  [206, 204],
  [268, 232],
] as const;

/** The stars of the night sky. */
export function Stars() {
  return STARS.map(([x, y], i) => (
    <circle key={x} cx={x} cy={y} r={i % 3 === 0 ? 1.6 : 1.1} className="scene-star" />
  ));
}
