import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { lingui } from '@lingui/vite-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import {
  defaultClientConditions,
  defineConfig,
  type Plugin,
  type Rolldown,
  type UserConfig,
} from 'vite';
import { EARLY, findChunks } from './chunks.ts';
import { compileMessages, dropUnusedRuntime } from './messages/compileMessages.ts';
import { inLanguage, languageOf } from './messages/language.ts';

const server = process.env.HALYARD_SERVER ?? 'http://localhost:3000';
const proxied = { target: server, changeOrigin: false };

/** The root folder of the repository. */
const ROOT = path.resolve(import.meta.dirname, '../..');

const WORKER = 'worker.js';

/**
 * Minimum file size in bytes for compression. For smaller files, the headers cost more than
 * compression saves.
 */
const WORTH_COMPRESSING = 1024;

/**
 * Writes brotli and gzip files next to each script and style. The server sends the version that the
 * browser accepts.
 */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const texts = Object.values(bundle).flatMap((file) => {
      const content = file.type === 'chunk' ? file.code : file.source;
      const isText =
        /\.(js|css|svg)$/.test(file.fileName) &&
        content.length > WORTH_COMPRESSING &&
        // The worker is not compressed, because the server writes the version into it.
        file.fileName !== WORKER;
      return isText && dir !== undefined ? [{ to: path.join(dir, file.fileName), content }] : [];
    });
    await Promise.all(
      texts.flatMap(({ to, content }) => [
        promisify(brotliCompress)(content).then((bytes) => writeFile(`${to}.br`, bytes)),
        promisify(gzip)(content).then((bytes) => writeFile(`${to}.gz`, bytes)),
      ]),
    );
  },
};

/**
 * Loads the font at the same time as the scripts. If it arrived after the first text, all text
 * would be laid out again.
 */
const preloadFont: Plugin = {
  name: 'preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => /inter-latin-wght.*\.woff2$/.test(file));
      if (font === undefined) throw new Error('The font is not in the build');
      const attrs = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${font}`,
        crossorigin: true,
        // The scripts render the first text, so they have priority on a slow connection.
        fetchpriority: 'low',
      };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};

/**
 * Inlines the icon in the page. Otherwise, the browser would request it twice while the scripts
 * load.
 */
const inlineIcon: Plugin = {
  name: 'inline-icon',
  apply: 'build',
  async transformIndexHtml(html) {
    const icon = await readFile(path.resolve(import.meta.dirname, 'public/favicon.svg'), 'utf8');
    const address = `data:image/svg+xml,${encodeURIComponent(icon.replaceAll(/\n */g, ''))}`;
    if (!html.includes(ICON)) throw new Error('The page has no icon');
    return html.replace(ICON, `href="${address}"`);
  },
};

const ICON = 'href="/favicon.svg"';

/**
 * Puts the entry module that fetches the first page's data into a separate file, so that it runs
 * while the console's code is still loading.
 */
const earlyFetch: Plugin = {
  name: 'early-fetch',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const early = Object.values(bundle).find((file) => isEarly(file));
      if (!early) throw new Error('The early module is not in the build');
      const attrs = { type: 'module', async: true, crossorigin: true, src: `/${early.fileName}` };
      return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
    },
  },
};

const isEarly = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): boolean =>
  file.type === 'chunk' && file.moduleIds.includes(path.resolve(import.meta.dirname, EARLY));

/** The placeholder for the list of files in the worker's script. */
const FILES_PLACEHOLDER = '__SHELL_FILES__';
/** Files in the public folder that the page requests. */
const PUBLIC_SHELL = ['/theme.js', '/favicon.svg'];

/**
 * The module that reads PDF files. It is large and rarely needed, so the service worker does not
 * store it.
 */
const PDF = 'src/halfStaff/paste/input/pdfText.ts';

/** Returns the names of all scripts, except those that are needed only to read PDF files. */
function withoutPdf(bundle: Rolldown.OutputBundle, entry: string): ReadonlySet<string> {
  const pdf = path.resolve(import.meta.dirname, PDF);
  const isPdf = (file: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined) =>
    file?.type === 'chunk' && file.moduleIds.includes(pdf);
  if (!Object.values(bundle).some(isPdf)) throw new Error('The PDF reader is not in the build');
  const kept = new Set<string>();
  const open = [
    entry,
    ...Object.values(bundle).flatMap((file) => (isEarly(file) ? [file.fileName] : [])),
  ];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const file = bundle[name];
    if (file?.type !== 'chunk' || kept.has(name) || isPdf(file)) continue;
    kept.add(name);
    open.push(...file.imports, ...file.dynamicImports);
  }
  return kept;
}

/**
 * Builds the service worker, which contains a list of the build's files. It is at the root of the
 * site so that it covers the whole console.
 */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  buildStart() {
    const id = path.resolve(import.meta.dirname, 'worker/worker.ts');
    this.emitFile({ type: 'chunk', id, fileName: WORKER });
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const files = Object.values(bundle);
      const entry = files.find(
        (file) => file.type === 'chunk' && file.isEntry && file.fileName !== WORKER,
      );
      const worker = bundle[WORKER];
      if (!entry || worker?.type !== 'chunk') throw new Error('The build has no page or no worker');
      if (worker.imports.length > 0)
        throw new Error(`The worker imports ${worker.imports.join(', ')}`);
      const kept = withoutPdf(bundle, entry.fileName);
      const isKept = (name: string) =>
        /\.(js|css)$/.test(name) || /inter-latin-wght.*\.woff2$/.test(name);
      const others = files
        .filter((file) => file.type !== 'chunk' || kept.has(file.fileName))
        .map(({ fileName }) => fileName)
        .filter((name) => isKept(name) && name !== entry.fileName && name !== worker.fileName);
      const list = [
        `/${entry.fileName}`,
        ...others.sort().map((name) => `/${name}`),
        ...PUBLIC_SHELL,
      ];
      worker.code = worker.code.replace(FILES_PLACEHOLDER, JSON.stringify(list));
    },
  },
};

/**
 * The language of this build. The English build goes to `dist`, and a build for another language
 * goes to `dist-{tag}`.
 */
const language = languageOf(process.env.HALYARD_LANGUAGE ?? 'en');

/** A plugin that turns Lingui's macros into function calls. */
const messages = lingui({
  cwd: ROOT,
  macroTransform: { macro: { descriptorFields: 'message' } },
});

const basis = (): UserConfig => ({
  plugins: [
    messages,
    compileMessages(language.translate),
    inLanguage(language),
    dropUnusedRuntime,
    react(),
    tailwindcss(),
    precompress,
    preloadFont,
    inlineIcon,
  ],
  resolve: {
    alias: { '@': path.resolve(import.meta.dirname, 'src') },
    // Reads @halyard/domain from its sources, so that it need not be built first.
    conditions: ['source', ...defaultClientConditions],
  },
  // The server replaces this with a new nonce in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: language.tag === 'en' ? 'dist' : `dist-${language.tag}`,
    // The policy allows no data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      '/api': proxied,
      '/healthz': proxied,
      '/help': proxied,
      '/.ws': { ...proxied, ws: true },
      '/.lp': proxied,
      '^/(users|companies|locations)(/.*)?\\.json(\\?.*)?$': proxied,
    },
  },
});

export default defineConfig(async ({ command }) => {
  const config = basis();
  if (command !== 'build') return config;
  const { early, start, signIn, toasts, lastKnown, signedIn, overlays } = await findChunks({
    ...basis(),
    root: import.meta.dirname,
  });
  const groups = [
    // React's code changes only with React, so it stays in the browser's cache across releases.
    { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
    { name: 'early', test: (id: string) => early.has(id) },
    { name: 'start', test: (id: string) => start.has(id) },
    { name: 'sign-in', test: (id: string) => signIn.has(id) },
    { name: 'toasts', test: (id: string) => toasts.has(id) },
    { name: 'last-known', test: (id: string) => lastKnown.has(id) },
    { name: 'console', test: (id: string) => signedIn.has(id) },
    { name: 'overlays', test: (id: string) => overlays.has(id) },
  ];
  const codeSplitting = { groups, includeDependenciesRecursively: false };
  // The page's first script lists the names of all scripts, and hashes cannot be compressed. Seven
  // characters are enough to tell the versions of one file apart.
  const chunkFileNames = 'assets/[name]-[hash:7].js';
  return {
    ...config,
    plugins: [serviceWorker, earlyFetch, ...(config.plugins ?? [])],
    build: { ...config.build, rolldownOptions: { output: { codeSplitting, chunkFileNames } } },
  };
});
