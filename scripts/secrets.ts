// `npm run secrets -- <folder>`: makes every secret of an installation from ops/deploy/compose.yaml, each in a file of its own.
// `-- <folder> --host example.in` names the host in the certificate, which is self-signed: put a real one in its place.
import { resolve } from 'node:path';
import { readCommandLine } from './command-line.ts';
import { writeSecrets } from './deploy/secrets.ts';
import { say } from './run.ts';

const { values, positionals } = readCommandLine(
  import.meta.filename,
  {
    options: { host: { type: 'string', default: 'localhost' } },
    allowPositionals: true,
  },
  { wordsMax: 1 },
);
const [folder] = positionals;
if (folder === undefined) {
  say('npm run secrets -- <folder> [--host example.in]');
  process.exit(2);
}
await writeSecrets(resolve(folder), { leader: 'primary:5432', pooler: 'pooler:6432', host: values.host });
say(
  `${resolve(folder)}: keep master_key and evidence_keys in a third place; without them a backup cannot be read.`,
);
