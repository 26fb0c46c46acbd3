// `npm run migrate`: lays the schema and makes the key ring with the owner's address (`DATABASE_URL`) and `MASTER_KEY`, for
// processes that start without them. May be run at any time, and any number of times.
import { readCommandLine } from './command-line.ts';

readCommandLine(import.meta.filename, { options: {} });
await import('../apps/server/src/migrate.ts');
