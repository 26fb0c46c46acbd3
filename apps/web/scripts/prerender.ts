import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { fontPreloads, type PageAssets, publicOrigin } from './vite/app-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const server = join(root, '.cache', 'prerender');

interface ManifestEntry {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

interface RenderModule {
  readonly publicPaths: () => string[];
  readonly renderPublicPage: (path: string, assets: PageAssets) => string | undefined;
  readonly renderSitemap: (origin: string) => string;
  readonly renderRobots: (origin: string) => string;
}

/** Renders the public pages to plain HTML beside the app's files. Runs after `vite build`. */
async function prerender(): Promise<void> {
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: 'src/marketing/render.tsx',
      outDir: server,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: { input: join(root, 'src/marketing/render.tsx') },
    },
  });
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >;
  const entry = (source: string) => {
    const found = manifest[source];
    if (found === undefined) throw new Error(`The build has no ${source}`);
    return found;
  };
  const files = (await readdir(join(dist, 'assets'))).map((file) => `assets/${file}`);
  const assets = {
    styles: [`/${entry('src/ui/theme.css').file}`],
    scripts: [`/${entry('src/marketing/browser.ts').file}`],
    head: fontPreloads(files),
    origin: publicOrigin(),
  };
  const pages = (await import(pathToFileURL(join(server, 'render.js')).href)) as RenderModule;
  for (const path of pages.publicPaths()) {
    const html = pages.renderPublicPage(path, assets);
    if (html === undefined) throw new Error(`No page was rendered for ${path}`);
    const target = join(dist, path, 'index.html');
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, html);
  }
  await writeFile(join(dist, 'sitemap.xml'), pages.renderSitemap(assets.origin));
  await writeFile(join(dist, 'robots.txt'), pages.renderRobots(assets.origin));
  await rm(server, { recursive: true, force: true });
  process.stdout.write(`Rendered ${pages.publicPaths().length} public pages\n`);
}

await prerender();
