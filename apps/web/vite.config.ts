import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const server = process.env.HALYARD_SERVER ?? 'http://localhost:3000';
const proxied = { target: server, changeOrigin: false };

export default defineConfig({
  plugins: [react(), tailwindcss()],
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
