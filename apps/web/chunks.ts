import path from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

/** Modules that belong into one file each, by their ids. */
export interface Chunks {
  /** What fetches the code and the lists of the first page, before everything else. */
  early: ReadonlySet<string>;
  /** What every page needs, the login too. */
  start: ReadonlySet<string>;
  /** What the login shares with other pages before it: many small files in one. */
  signIn: ReadonlySet<string>;
  /** What the toasts, which come once somebody uses a page, share with the overlays. */
  toasts: ReadonlySet<string>;
  /** What the last known state, which is shown before the console is there, shares with it. */
  lastKnown: ReadonlySet<string>;
  /** What the first pages behind the login share besides. */
  signedIn: ReadonlySet<string>;
  /** What opens over a page, as far as no page needs it before. */
  overlays: ReadonlySet<string>;
}

type Chunk = Rolldown.OutputChunk;

export const EARLY = 'src/early/main.ts';
const LOGIN = ['src/main.tsx', 'src/login/LoginPage.tsx'];
const TOASTS = ['src/components/ui/toast.tsx'];
const LAST_KNOWN = ['src/offline/LastKnown.tsx'];
const SIGNED_IN = [
  'src/app/SignedIn.tsx',
  'src/dashboard/DashboardPage.tsx',
  'src/flags/page/FlagsPage.tsx',
];

const OVERLAYS = ['src/components/ui/overlayParts.ts'];
/** A first page too, from a mail or a label: it waits for no overlay. */
const WITHOUT_OVERLAYS = ['src/polePage/PolePage.tsx'];

/**
 * Finds them by a build that is thrown away: left to itself the bundler makes a file of whatever the
 * same pages share, seventy for the dashboard, and each costs a turn on the wire. No file here needs
 * one that needs it in turn: with a module comes all that it imports.
 */
export async function findChunks(config: InlineConfig): Promise<Chunks> {
  const { output } = (await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
    plugins: [earlyEntry, ...(config.plugins ?? [])],
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((file): file is Chunk => file.type === 'chunk');
  const modulesOf = (entries: readonly string[]) => {
    const open = entries.map((entry) => entryOf(chunks, entry));
    const found = new Set<Chunk>();
    for (let next = open.pop(); next; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      const { imports } = next;
      open.push(...chunks.filter(({ fileName }) => imports.includes(fileName)));
    }
    return new Set([...found].flatMap(({ moduleIds }) => moduleIds));
  };
  const early = modulesOf([EARLY]);
  const first = modulesOf(LOGIN.slice(0, 1));
  const login = modulesOf(LOGIN);
  const signedIn = modulesOf(SIGNED_IN);
  const pages = new Set(SIGNED_IN.flatMap((entry) => entryOf(chunks, entry).moduleIds));
  const opening = modulesOf(OVERLAYS);
  const toasts = modulesOf(TOASTS);
  const isLater = (id: string) => signedIn.has(id) || opening.has(id);
  /** All that the login and its toasts need. */
  const before = new Set([...login, ...toasts]);
  const isAtStart = (id: string) =>
    first.has(id) || (login.has(id) ? isLater(id) : signedIn.has(id));
  const start = [...before].filter((id) => !early.has(id) && isAtStart(id));
  const ofToasts = [...toasts].filter((id) => !isAtStart(id) && opening.has(id));
  const shared = [...signedIn].filter((id) => !before.has(id) && !pages.has(id));
  const entries = [...LOGIN, ...TOASTS].flatMap((entry) => entryOf(chunks, entry).moduleIds);
  const elsewhere = new Set([...early, ...start, ...ofToasts, ...entries]);
  const lastKnown = modulesOf(LAST_KNOWN);
  const polePage = modulesOf(WITHOUT_OVERLAYS);
  const overlays = [...opening].filter(
    (id) => !before.has(id) && !signedIn.has(id) && !polePage.has(id),
  );
  return {
    early,
    start: new Set(start),
    signIn: new Set([...before].filter((id) => !elsewhere.has(id))),
    toasts: new Set(ofToasts),
    lastKnown: new Set(shared.filter((id) => lastKnown.has(id))),
    signedIn: new Set(shared.filter((id) => !lastKnown.has(id))),
    overlays: new Set(overlays),
  };
}

/** An entry here, so that what it needs is found; in the real build a group makes the file. */
const earlyEntry: Plugin = {
  name: 'early-entry',
  buildStart() {
    this.emitFile({ type: 'chunk', id: path.resolve(import.meta.dirname, EARLY) });
  },
};

function entryOf(chunks: readonly Chunk[], entry: string): Chunk {
  const file = path.resolve(import.meta.dirname, entry);
  const chunk = chunks.find(
    ({ moduleIds, facadeModuleId, isEntry, isDynamicEntry }) =>
      (isEntry || isDynamicEntry) && (facadeModuleId === file || moduleIds.includes(file)),
  );
  if (!chunk) throw new Error(`Nothing begins with ${entry}`);
  return chunk;
}
