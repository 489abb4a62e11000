import path from 'node:path';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

/**
 * Groups of source modules, given by their IDs. The console's build writes each group to one
 * JavaScript file.
 */
export interface Chunks {
  /** The entry module. It fetches the code and the list data for the first page. */
  early: ReadonlySet<string>;
  /** Code that every page needs, including the sign-in page. */
  start: ReadonlySet<string>;
  /** Code shared by the public pages, such as the sign-in page, combined into one file. */
  signIn: ReadonlySet<string>;
  /**
   * Code shared by the toasts and the overlays. It is a separate file because toasts are needed
   * before any overlay.
   */
  toasts: ReadonlySet<string>;
  /**
   * Code shared by the console and the offline view. While the console is loading, the offline view
   * shows the last known state of the poles.
   */
  lastKnown: ReadonlySet<string>;
  /**
   * Code shared by the pages that a signed-in user may open first. Excludes code that every page
   * needs.
   */
  signedIn: ReadonlySet<string>;
  /** Code of the overlays (dialogs, menus and tooltips), except code that the pages also need. */
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
/**
 * Pages that users often open first, from an email, a QR label on a pole or a bookmark. They load
 * without the code of the overlays.
 */
const WITHOUT_OVERLAYS = [
  'src/polePage/PolePage.tsx',
  'src/profile/ProfilePage.tsx',
  'src/halfStaff/page/HalfStaffPage.tsx',
  'src/integrations/IntegrationsPage.tsx',
  'src/importExport/ImportPage.tsx',
];

/**
 * Runs a trial build to decide which modules go into which file. By default, the bundler would
 * split the dashboard's code into seventy files, and each one costs a round trip.
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
  /** The modules that the sign-in page and its toasts need. */
  const before = new Set([...login, ...toasts]);
  const isAtStart = (id: string) =>
    first.has(id) || (login.has(id) ? isLater(id) : signedIn.has(id));
  const start = [...before].filter((id) => !early.has(id) && isAtStart(id));
  const ofToasts = [...toasts].filter((id) => !isAtStart(id) && opening.has(id));
  const shared = [...signedIn].filter((id) => !before.has(id) && !pages.has(id));
  const entries = [...LOGIN, ...TOASTS].flatMap((entry) => entryOf(chunks, entry).moduleIds);
  const elsewhere = new Set([...early, ...start, ...ofToasts, ...entries]);
  const lastKnown = modulesOf(LAST_KNOWN);
  const others = modulesOf(WITHOUT_OVERLAYS);
  const overlays = [...opening].filter(
    (id) => !before.has(id) && !signedIn.has(id) && !others.has(id),
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

/**
 * Makes the trial build emit a separate file for the entry module, to find out which modules it
 * imports.
 */
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
