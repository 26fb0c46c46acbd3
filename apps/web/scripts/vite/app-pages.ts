import { readFileSync } from 'node:fs';
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

const FIRST_PAINT = new URL('../../public/first-paint.js', import.meta.url);

/** The modules that the dashboard needs after the app's own script; first-paint.js preloads them beside it. */
const DASHBOARD = ['src/shell/dashboard-layout.tsx', 'src/features/me/dashboard/dashboard.tsx'];

type Bundle = Readonly<
  Record<
    string,
    {
      readonly type: string;
      readonly facadeModuleId?: string | null;
      readonly imports?: readonly string[];
      /** The address of a file that is no script. */
      readonly source?: string | Uint8Array;
    }
  >
>;

/** The scripts of some modules with all they import, without those that others import anyway. */
function filesOf(bundle: Bundle, modules: readonly string[], without: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const collect = (file: string) => {
    if (found.has(file) || without.has(file)) return;
    found.add(file);
    for (const next of bundle[file]?.imports ?? []) collect(next);
  };
  for (const [file, { facadeModuleId }] of Object.entries(bundle))
    if (modules.some((name) => facadeModuleId?.endsWith(name))) collect(file);
  return found;
}

/** A line that names them for first-paint.js; none while developing, where nothing is bundled. */
export function dashboardParts(bundle: Bundle): string[] {
  const app = filesOf(bundle, ['app.html'], new Set());
  const files = [...filesOf(bundle, DASHBOARD, app)].map((file) => `/${file}`);
  return files.length === 0 ? [] : [`<meta name="dashboard-parts" content="${files.join(' ')}">`];
}

const STYLES = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/;
/** They draw what comes after the first paint, and nothing else competes with them but the figures they show. */
const SCRIPTS = /<(?:script type="module"|link rel="modulepreload")/g;
const FIRST_SCRIPT = '<script src="/first-paint.js"></script>';

/**
 * Puts into app.html what its first paint would otherwise wait a round trip for: the styles and first-paint.js. The server lets
 * exactly these run, by their hashes (platform/http/web.ts).
 */
export function inlineFirst(html: string, bundle: Bundle, firstPaint: string): string {
  const [link, file = ''] = STYLES.exec(html) ?? [];
  const styles = bundle[file]?.source;
  if (link === undefined || styles === undefined || !html.includes(FIRST_SCRIPT))
    throw new Error('app.html names its styles or first-paint.js another way: look at inlineFirst again.');
  return (
    html
      // Vite's loader of later scripts looks for the link, and would fetch the styles again without it. Disabled, it fetches nothing.
      .replace(link, () => `<style>${String(styles)}</style><link rel="stylesheet" disabled href="/${file}">`)
      .replace(FIRST_SCRIPT, () => `<script>${firstPaint}</script>`)
      .replaceAll(SCRIPTS, (tag) => `${tag} fetchpriority="low"`)
  );
}

/** The files that the head of a public page names. */
export interface PageAssets {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  readonly head: readonly string[];
  readonly origin: string;
}

interface MarketingModule {
  readonly renderPublicPage: (path: string, assets: PageAssets) => string | undefined;
}

/** Where the product will be reached: search engines and shared links need whole addresses. */
export function publicOrigin(): string {
  return (process.env['PUBLIC_URL'] ?? 'http://localhost:3000').replace(/\/$/, '');
}

/**
 * Serves the two kinds of page in development exactly as the server does with the built files: public pages rendered
 * from src/marketing, app.html for every other address. At build app.html gets the font preloads, the dashboard's
 * parts and what its first paint needs.
 */
export function appPages(): Plugin {
  return {
    name: 'mohlat:app-pages',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const bundle: Bundle = context.bundle ?? {};
        const head = [...fontPreloads(Object.keys(bundle)), ...dashboardParts(bundle)];
        const page = html.replace('</title>', `</title>\n    ${head.join('\n    ')}`);
        return context.bundle === undefined
          ? page
          : inlineFirst(page, bundle, readFileSync(FIRST_PAINT, 'utf8'));
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
              origin: publicOrigin(),
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
