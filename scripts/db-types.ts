// `npm run db:types`: writes the types of the live schema; `--verify` fails when the committed ones differ.
import { spawnSync } from 'node:child_process';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { startPostgres } from './postgres.ts';
import { scratchDir } from './scratch-dir.ts';

const OUT = 'apps/server/src/platform/db/types.gen.ts';

const dataDir = scratchDir('types');
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
      OUT,
      '--date-parser',
      'string',
      '--type-mapping',
      JSON.stringify({ int8: 'number', inet: 'string' }),
      '--exclude-pattern',
      '{graphile_worker.*,schema_migrations,applied_functions}',
      '--default-schema',
      'public',
      ...(process.argv.includes('--verify') ? ['--verify'] : []),
    ],
    { stdio: 'inherit' },
  );
  if (status !== 0) {
    process.stderr.write('The committed types differ from the schema: run `npm run db:types` and commit.\n');
    process.exitCode = 1;
  }
} finally {
  await postgres.discard();
}
