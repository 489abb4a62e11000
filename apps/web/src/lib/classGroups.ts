// A small part of what tailwind-merge does, because that takes 40 ms of a computer's CPU time at
// the start, and 8 kB. cn.test.ts compares both for all class names of the console.

/**
 * Maps CSS class names to the property that they set. Contains only class names whose prefix does
 * not determine the property.
 */
const WORDS = new Map(
  Object.entries({
    display: 'grid flex inline-block block hidden inline-flex contents inline-grid table',
    position: 'relative absolute fixed sticky static',
    'text-size': 'text-xs text-sm text-base text-lg text-xl text-2xl',
    'text-align': 'text-left text-center text-right',
    'text-wrap': 'text-balance',
    'font-family': 'font-sans font-mono',
    'flex-direction': 'flex-row flex-col flex-row-reverse',
    'flex-wrap': 'flex-wrap',
    decoration: 'underline no-underline',
    'border-collapse': 'border-collapse border-separate',
    'border-style': 'border-dashed',
    'outline-style': 'outline-none outline-dotted',
    border: 'border border-0',
    'outline-width': 'outline-2',
    'decoration-width': 'decoration-2',
    'ring-width': 'ring-1',
    'divide-y': 'divide-y divide-y-0',
    truncate: 'truncate',
  }).flatMap(([group, names]) => names.split(' ').map((name) => [name, group] as const)),
);

/**
 * The prefixes of CSS class names, each with its group. Class names in the same group set the same
 * properties. For example, `text:color` means that the prefix `text` belongs to the group `color`.
 * An entry without a colon is both the prefix and the group. If several prefixes match, the longest
 * one is used.
 */
const PREFIXES = new Map(
  (
    'w h size max-w max-h min-w min-h m mx my mt mr mb ml p px py pt pr pb pl gap gap-x gap-y ' +
    'inset inset-x inset-y top right bottom left z translate translate-x translate-y basis grow ' +
    'shrink order flex grid-cols grid-rows col-span row-span items justify justify-items ' +
    'justify-self content self place-items overflow overflow-x overflow-y overscroll ' +
    'overscroll-x scroll-mt scroll-pt scroll-py border-x border-t border-r border-b border-l ' +
    'border-spacing rounded opacity transition duration animate align float cursor ' +
    'pointer-events select touch resize list line-clamp leading tracking whitespace break ' +
    'underline-offset outline-offset fill stroke accent bg table shadow forced-color-adjust ' +
    'break-inside text:color font:weight border:border-color outline:outline-color ' +
    'divide:divide-color ring:ring-color'
  )
    .split(' ')
    .map((entry) => {
      const [prefix, group] = entry.split(':');
      return [prefix!, group ?? prefix!] as const;
    }),
);

/**
 * For each group, the other groups whose CSS properties it also sets: `m` includes `mx` and `mt`.
 */
const INCLUDED: Readonly<Record<string, readonly string[]>> = {
  m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  mx: ['mr', 'ml'],
  my: ['mt', 'mb'],
  p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
  px: ['pr', 'pl'],
  py: ['pt', 'pb'],
  gap: ['gap-x', 'gap-y'],
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  size: ['w', 'h'],
  translate: ['translate-x', 'translate-y'],
  flex: ['basis', 'grow', 'shrink'],
  overflow: ['overflow-x', 'overflow-y'],
  overscroll: ['overscroll-x', 'overscroll-y'],
  border: ['border-x', 'border-t', 'border-r', 'border-b', 'border-l'],
  'border-x': ['border-r', 'border-l'],
  'line-clamp': ['display', 'overflow'],
  'text-size': ['leading'],
  'scroll-py': ['scroll-pt'],
};

/**
 * Returns the group of a class name without variants: `text-size` for `text-sm`; undefined for
 * names that are never overridden.
 */
function groupOf(name: string): string | undefined {
  const word = WORDS.get(name);
  if (word !== undefined) return word;
  if (/^text-\[\d/.test(name)) return 'text-size';
  let prefix = name.startsWith('-') ? name.slice(1) : name;
  for (;;) {
    const group = PREFIXES.get(prefix);
    if (group !== undefined) return group;
    const end = prefix.lastIndexOf('-');
    if (end < 1) return undefined;
    prefix = prefix.slice(0, end);
  }
}

/** Returns the index where the variants of a class name end: 7 for `max-md:hidden`. */
function endOfVariants(name: string): number {
  let end = 0;
  let depth = 0;
  for (let i = 0; i < name.length; i++) {
    const char = name[i];
    if (char === '[' || char === '(') depth++;
    else if (char === ']' || char === ')') depth--;
    else if (char === ':' && depth === 0) end = i + 1;
  }
  return end;
}

/** Removes class names that are overridden by later ones with the same variants. */
export function withoutOverridden(names: readonly string[]): string[] {
  const overridden = new Set<string>();
  const kept: string[] = [];
  for (const name of names.toReversed()) {
    const end = endOfVariants(name);
    const isImportant = name.endsWith('!');
    const variants = name.slice(0, end) + (isImportant ? '!' : '');
    const group = groupOf(isImportant ? name.slice(end, -1) : name.slice(end));
    if (group !== undefined) {
      if (overridden.has(variants + group)) continue;
      for (const each of [group, ...(INCLUDED[group] ?? [])]) overridden.add(variants + each);
    }
    kept.unshift(name);
  }
  return kept;
}
