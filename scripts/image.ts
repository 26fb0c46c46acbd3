// `npm run image`: makes an OCI image of the product in a folder, without a registry and without a container engine, from Debian's own
// packages. `-- --out <folder>` says where (.image). The pages in it are built for PUBLIC_URL. Needs Debian's apt-get and dpkg-deb.
// Its version is that of package.json, with the commit behind it where that is not the commit of the release.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readCommandLine } from './command-line.ts';
import { writeLayout } from './image/layout.ts';
import { laySystem } from './image/system.ts';
import { layProduct } from './image/product.ts';
import { readVersion } from './image/version.ts';
import { ROOT, say } from './run.ts';

const { values } = readCommandLine(import.meta.filename, {
  options: { out: { type: 'string', default: join(ROOT, '.image') } },
});
const out = resolve(values.out);
const version = readVersion(ROOT);
const work = mkdtempSync(join(tmpdir(), 'mohlat-image-'));
try {
  const system = join(work, 'system');
  const product = join(work, 'product');
  say('Laying out the system: libraries of Debian, and Node…');
  laySystem(system, join(work, 'packages'));
  say('Laying out the product and the packages it ships…');
  await layProduct(product, version.name, say);
  const { bytes, digest } = writeLayout(out, [system, product], version);
  say(`${out}: ${version.name}, ${(bytes / 2 ** 20).toFixed(0)} MiB compressed, ${digest}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
