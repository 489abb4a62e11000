/** A tall pole with its halyard and a flag at half, drawn in thin lines. Decoration. */
export function PoleDrawing({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 320 720"
      fill="none"
      aria-hidden="true"
      preserveAspectRatio="xMaxYMax meet"
      className={className}
    >
      <g stroke="white" strokeOpacity="0.22">
        <path d="M120 70v650" strokeWidth="3" />
        <path d="M111 84v636" strokeOpacity="0.14" />
        <circle cx="120" cy="62" r="7" fill="white" fillOpacity="0.22" stroke="none" />
        <path d="M106 560h14M106 572h14" strokeWidth="2" />
      </g>
      <path
        d="M126 200c52-26 104 26 190 0v116c-86 26-138-26-190 0z"
        fill="white"
        fillOpacity="0.1"
      />
      <path
        d="M126 239c52-26 104 26 190 0M126 277c52-26 104 26 190 0"
        stroke="white"
        strokeOpacity="0.1"
      />
    </svg>
  );
}
