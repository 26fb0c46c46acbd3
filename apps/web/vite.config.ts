import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appPages } from './scripts/vite/app-pages.ts';
import { scriptGroups } from './scripts/vite/script-groups.ts';
import { strictCsp } from './scripts/vite/strict-csp.ts';

const api = process.env['MOHLAT_API'] ?? 'http://localhost:3000';

/**
 * `appType: 'custom'` because two kinds of page leave this folder: plain HTML without scripts of the app
 * (marketing) and app.html for every other route. The `appPages` plugin serves both in development, whether
 * Vite runs alone or as a middleware of the server.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  appType: 'custom',
  plugins: [strictCsp(), tailwindcss(), react(), appPages()],
  resolve: {
    alias: { 'react-remove-scroll': fileURLToPath(new URL('./src/ui/remove-scroll.tsx', import.meta.url)) },
  },
  server: { proxy: { '/api': api, '/auth/v1': api, '/.well-known': api } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome111', 'safari16.4', 'firefox128'],
    // Fonts and scripts are always files of their own: a strict CSP has no room for data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: scriptGroups() } },
      treeshake: {
        // The contract only declares: what a page does not use of it has no reason to travel.
        moduleSideEffects: [{ test: /packages\/contract\/src/, sideEffects: false }],
        manualPureFunctions: ['contract', 'declareCall', 'pageOf', 'z'],
      },
      input: {
        app: fileURLToPath(new URL('./app.html', import.meta.url)),
        marketing: fileURLToPath(new URL('./src/marketing/browser.ts', import.meta.url)),
        styles: fileURLToPath(new URL('./src/ui/theme.css', import.meta.url)),
      },
    },
  },
});
