// Entry of `npm start`. What was compiled before is read from the folder of data: this process would else compile all that it imports
// anew at each start, and it begins the others only after that.
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const dataDir = resolve(process.env.DATA_DIR || join(root, '.data'));
if (!existsSync(join(root, 'node_modules'))) {
  process.stderr.write('Run `npm start`, which installs the packages first.\n');
  process.exit(1);
}
// A folder that is not there yet is made by the product, which chooses who may look into it.
if (existsSync(dataDir)) enableCompileCache(join(dataDir, 'compiled'));
await import('./product.ts');
