// `npm run db:types`: writes the types of the live schema; `--verify` fails when the committed ones differ.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { readCommandLine } from './command-line.ts';
import { branded } from './db-types/branded.ts';
import { listed, readChecks } from './db-types/listed.ts';
import { startPostgres } from './postgres.ts';
import { scratchDir } from './scratch-dir.ts';

const {
  values: { verify: isVerified },
} = readCommandLine(import.meta.filename, { options: { verify: { type: 'boolean', default: false } } });
const OUT = 'apps/server/src/platform/db/types.gen.ts';

const dataDir = scratchDir('types');
const written = scratchDir('types-of-schema');
const generated = join(written, 'types.gen.ts');
const postgres = await startPostgres({ dataDir, isDurable: false });
try {
  await migrate(postgres.url, 'db');
  const { status } = spawnSync(
    'kysely-codegen',
    [
      '--dialect',
      'postgres',
      '--url',
      postgres.url,
      '--out-file',
      generated,
      '--date-parser',
      'string',
      '--type-mapping',
      JSON.stringify({ int8: 'number', inet: 'string' }),
      '--exclude-pattern',
      '{graphile_worker.*,schema_migrations,applied_functions}',
      '--default-schema',
      'public',
    ],
    { stdio: 'inherit' },
  );
  const types =
    status === 0
      ? branded(listed(readFileSync(generated, 'utf8'), await readChecks(postgres.url)))
      : undefined;
  if (types !== undefined && !isVerified) writeFileSync(OUT, types);
  if (types === undefined || (isVerified && readFileSync(OUT, 'utf8') !== types)) {
    process.stderr.write('The committed types differ from the schema: run `npm run db:types` and commit.\n');
    process.exitCode = 1;
  }
} finally {
  rmSync(written, { recursive: true });
  await postgres.discard();
}
