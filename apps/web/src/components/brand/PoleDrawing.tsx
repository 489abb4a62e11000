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
        <path d="M252 60v660" strokeWidth="3" />
        <path d="M261 74v646" strokeOpacity="0.14" />
        <circle cx="252" cy="52" r="7" fill="white" fillOpacity="0.22" stroke="none" />
        <path d="M252 560h14M252 572h14" strokeWidth="2" />
      </g>
      <path
        d="M246 200c-52-26-104 26-190 0v116c86 26 138-26 190 0z"
        fill="white"
        fillOpacity="0.1"
      />
      <path
        d="M246 239c-52-26-104 26-190 0M246 277c-52-26-104 26-190 0"
        stroke="white"
        strokeOpacity="0.1"
      />
    </svg>
  );
}
