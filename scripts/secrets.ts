// `npm run secrets -- <folder>`: makes every secret of an installation from ops/deploy/compose.yaml, each in a file of its own.
// `-- <folder> --host example.in` names the host in the certificate, which is self-signed: put a real one in its place.
// `-- <folder> --leader leader.db.internal:5432 --pooler leader.db.internal:6432 --authority /etc/mohlat/tls/authority.pem` is for
// several machines (docs/runbooks/several-machines.md): where the product reaches the database that leads and the pooler. Both are then
// spoken to by TLS alone; `--authority` is the file with the authority of their certificates, where it is one of your own.
import { resolve } from 'node:path';
import { misused, readCommandLine } from './command-line.ts';
import { writeSecrets } from './deploy/secrets.ts';
import { say } from './run.ts';

const { values, positionals } = readCommandLine(
  import.meta.filename,
  {
    options: {
      host: { type: 'string', default: 'localhost' },
      leader: { type: 'string' },
      pooler: { type: 'string' },
      authority: { type: 'string' },
    },
    allowPositionals: true,
  },
  { wordsMax: 1 },
);
const [folder] = positionals;
const { host, leader, pooler, authority } = values;
if (folder === undefined) misused(import.meta.filename, 'It needs a folder.');
if ((leader === undefined) !== (pooler === undefined))
  misused(import.meta.filename, '--leader and --pooler need each other.');
if (authority !== undefined && leader === undefined)
  misused(import.meta.filename, '--authority needs --leader and --pooler.');
for (const address of [leader, pooler])
  if (address !== undefined && !/^[\w.-]+:\d+$/.test(address))
    misused(import.meta.filename, `"${address}" is no name with a port, such as leader.db.internal:5432.`);

await writeSecrets(
  resolve(folder),
  leader === undefined || pooler === undefined
    ? { leader: 'primary:5432', pooler: 'pooler:6432', host }
    : { leader, pooler, host, tls: { authority } },
);
say(
  `${resolve(folder)}: keep all of it in a third place. Without master_key nobody opens what is sealed in a backup, and without`,
);
say(
  'evidence_keys its signed days are not proven. The rest of a backup is in clear: encrypt the disks that it lies on.',
);
