// Entry of `npm start`: says what is missing before the product's own imports fail for it.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
if (!existsSync(join(root, 'node_modules'))) {
  process.stderr.write('Run `npm start`, which installs the packages first.\n');
  process.exit(1);
}
await import('./product.ts');
