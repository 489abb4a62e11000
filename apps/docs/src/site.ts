import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import Eleventy from '@11ty/eleventy';
import { rolldown } from 'rolldown';
import { type Assets, LOST, layout } from './layout.ts';
import { targetOf } from './links.ts';
import { imageFileOf, markdownFor, type Parsed } from './markdown.ts';
import { parsePages } from './problems.ts';
import { addressOf, fileAddressOf, type Repository, ROOT, repository } from './repository.ts';
import { searchIndex } from './searchIndex.ts';

const HERE = import.meta.dirname;
const NAME_OF_LAYOUT = 'page.11ty.js';
/**
 * Minimum size in bytes of files that get compressed versions. For smaller files, the extra headers
 * cost more than compression saves.
 */
const WORTH_COMPRESSING = 1024;

/**
 * Builds the documentation site from the repository.
 * @param output the output folder, which is emptied first
 */
export async function buildSite(output: string): Promise<void> {
  const files = repository();
  const markdown = markdownFor(files);
  const pages = parsePages(files, markdown);
  fs.rmSync(output, { recursive: true, force: true });
  const assets = await writeAssets(output, searchIndex(pages));
  copyPictures(output, pages);
  // Eleventy requires paths relative to the current folder.
  const eleventy = new Eleventy(path.relative('', HERE), path.relative('', output), {
    quietMode: true,
    configPath: null,
    config(config) {
      config.setUseGitIgnore(false);
      config.setLibrary('md', markdown);
      config.addTemplate(`_includes/${NAME_OF_LAYOUT}`, layout);
      // Pages are not templates, so `{{ }}` in them is plain text.
      const usual = { layout: NAME_OF_LAYOUT, templateEngineOverride: 'md', assets };
      for (const [page, { title, summary, headings }] of pages) {
        const address = addressOf(page);
        const data = { source: page, title, summary, headings, address, permalink: address };
        config.addTemplate(`pages/${page}`, files.read(page), { ...usual, ...data });
      }
      for (const file of filesOf(files, pages)) {
        const address = fileAddressOf(file);
        const data = { source: file, title: file, summary: '', headings: [] };
        const content = `# \`${file}\`\n\n${fenced(files.read(file))}`;
        const permalink = { address, permalink: address };
        config.addTemplate(`files/${file}.md`, content, { ...usual, ...data, ...permalink });
      }
      const lost = { source: '404.md', title: 'Page not found', summary: '', headings: [] };
      const permalink = { address: LOST, permalink: LOST };
      config.addTemplate('404.md', NOT_FOUND, { ...usual, ...lost, ...permalink });
    },
  });
  await eleventy.write();
  compress(output);
}

const NOT_FOUND =
  '# Page not found\n\nThe help has no such page. Search for it, or choose it from the contents.\n';

/** Returns a Markdown code block for any content, even if the content contains a code block. */
const fenced = (text: string): string => `~~~~~~~~\n${text}\n~~~~~~~~\n`;

/**
 * Returns the files that the documentation pages link to but that aren't pages themselves, such as
 * source files.
 */
function filesOf(files: Repository, pages: ReadonlyMap<string, Parsed>): ReadonlySet<string> {
  const found = Array.from(pages, ([page, { links }]) =>
    links.map((href) => targetOf(files, page, href)),
  ).flat();
  return new Set(found.flatMap((target) => (target.kind === 'file' ? [target.file] : [])));
}

function copyPictures(output: string, pages: ReadonlyMap<string, Parsed>): void {
  for (const [page, { images }] of pages)
    for (const src of images) {
      const file = imageFileOf(page, src);
      const to = path.join(output, file.replace(/^docs\//, ''));
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.copyFileSync(path.join(ROOT, file), to);
    }
}

/**
 * Writes the stylesheet, scripts, font and search index of the documentation site.
 * @returns their URLs
 */
async function writeAssets(output: string, index: string): Promise<Assets> {
  const folder = path.join(output, 'assets');
  fs.mkdirSync(folder, { recursive: true });
  /** Writes a file whose name contains a hash of its content, so that browsers can cache it. */
  const write = (name: string, content: string | Buffer) => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
    const { name: stem, ext } = path.parse(name);
    const file = `${stem}-${hash}${ext}`;
    fs.writeFileSync(path.join(folder, file), content);
    return file;
  };
  const resolve = createRequire(import.meta.url).resolve;
  const inter = resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  const font = write('inter-latin.woff2', fs.readFileSync(inter));
  const face = `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url("${font}") format("woff2")}\n`;
  const style = fs.readFileSync(path.join(HERE, 'style.css'), 'utf8');
  const favicon = path.join(ROOT, 'apps/web/public/favicon.svg');
  fs.copyFileSync(favicon, path.join(output, 'favicon.svg'));
  return {
    font: `assets/${font}`,
    style: `assets/${write('style.css', face + consoleColors() + style)}`,
    theme: `assets/${write('theme.js', await bundle('client/theme.ts'))}`,
    script: `assets/${write('help.js', await bundle('client/main.ts'))}`,
    index: `assets/${write('search.txt', index)}`,
  };
}

/**
 * Returns the console's colors for the light and the dark theme, which the documentation site also
 * uses.
 */
function consoleColors(): string {
  const tokens = fs.readFileSync(path.join(ROOT, 'apps/web/src/styles/tokens.css'), 'utf8');
  const [colors, tailwind] = tokens.split('@theme', 2);
  if (!colors || !tailwind) throw new Error('apps/web/src/styles/tokens.css has no @theme');
  return colors;
}

/** Returns a browser script bundled with everything it imports. */
async function bundle(file: string): Promise<string> {
  const build = await rolldown({ input: path.join(HERE, file), platform: 'browser' });
  const { output } = await build.generate({ format: 'iife', minify: true });
  await build.close();
  return output[0].code;
}

/**
 * Writes brotli and gzip versions of large text files. The server sends the version that the
 * browser accepts.
 */
function compress(folder: string): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|css|js|svg|txt)$/.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = fs.readFileSync(file);
    if (content.length < WORTH_COMPRESSING) continue;
    fs.writeFileSync(`${file}.br`, brotliCompressSync(content));
    fs.writeFileSync(`${file}.gz`, gzipSync(content));
  }
}
