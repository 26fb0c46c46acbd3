import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** The two text faces of the first paint, by the head of their hashed names. */
const PRELOADED_FONTS = [
  /anek-latin-latin-wght-normal-[\w-]+\.woff2$/,
  /anek-devanagari-latin-ext-wght-normal-[\w-]+\.woff2$/,
];

/** Preload links for the faces among the built files. */
export function fontPreloads(files: readonly string[]): string[] {
  return files
    .filter((file) => PRELOADED_FONTS.some((pattern) => pattern.test(file)))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`);
}

interface MarketingModule {
  readonly renderPublicPage: (
    path: string,
    assets: {
      readonly styles: readonly string[];
      readonly scripts: readonly string[];
      readonly head: readonly string[];
    },
  ) => string | undefined;
}

/**
 * Serves the two kinds of page in development exactly as the server does with the built files: public pages rendered
 * from src/marketing, app.html for every other address. At build it adds the font preloads to app.html.
 */
export function appPages(): Plugin {
  return {
    name: 'mohlat:app-pages',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const files = Object.keys(context.bundle ?? {});
        return html.replace('</title>', `</title>\n    ${fontPreloads(files).join('\n    ')}`);
      },
    },
    configureServer(server) {
      return () => {
        server.middlewares.use((request, response, next) => {
          const address = request.originalUrl ?? '/';
          if (request.method !== 'GET' || !(request.headers.accept ?? '').includes('text/html')) {
            next();
            return;
          }
          const send = async () => {
            const path = new URL(address, 'http://localhost').pathname;
            const marketing = (await server.ssrLoadModule('/src/marketing/render.tsx')) as MarketingModule;
            const page = marketing.renderPublicPage(path, {
              styles: ['/src/ui/theme.css'],
              scripts: ['/src/marketing/browser.ts'],
              head: [],
            });
            const template = page ?? (await readFile(new URL('../../app.html', import.meta.url), 'utf8'));
            response.setHeader('Content-Type', 'text/html; charset=utf-8');
            response.end(await server.transformIndexHtml(address, template));
          };
          send().catch(next);
        });
      };
    },
  };
}
