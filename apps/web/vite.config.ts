import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

const server = process.env.HALYARD_SERVER ?? 'http://localhost:3000';
const proxied = { target: server, changeOrigin: false };

/** Bytes below which the headers weigh more than what is saved. */
const WORTH_COMPRESSING = 1024;

/** Beside each script and style its brotli and gzip: the server sends what the browser takes. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const texts = Object.values(bundle).flatMap((file) => {
      const content = file.type === 'chunk' ? file.code : file.source;
      const isText = /\.(js|css|svg)$/.test(file.fileName) && content.length > WORTH_COMPRESSING;
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

export default defineConfig({
  plugins: [react(), tailwindcss(), precompress],
  resolve: {
    alias: { '@': path.resolve(import.meta.dirname, 'src') },
    // Reads @halyard/domain from its sources: no build of it is needed before this one.
    conditions: ['source', ...defaultClientConditions],
  },
  // The server puts a fresh nonce in place of this on every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    // The policy allows no data: URLs for fonts and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Changes with React alone: stays in the browser's cache when we release.
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': proxied,
      '/healthz': proxied,
      '/.ws': { ...proxied, ws: true },
      '/.lp': proxied,
      '^/(users|companies|locations)(/.*)?\\.json(\\?.*)?$': proxied,
    },
  },
});
