// `npm run bench -- <name> [options]`: one load at a time, each on a database of its own. docs/scale.md says what each measures and how it
// is called; `npm run bench` alone lists their names.
import { misused, readWords } from '../scripts/command-line.ts';
import { runAcceptBench } from './accept.ts';
import { runAdminBench } from './admin.ts';
import { runAuthBench } from './auth.ts';
import { runBillBench } from './bill.ts';
import { runEndOfDayBench } from './eod.ts';
import { runHostileBench } from './hostile.ts';
import { runLivesBench } from './lives.ts';
import { runReadsBench } from './reads.ts';
import { runStartBench } from './start.ts';
import { runWebBench } from './web.ts';
import { runYearBench } from './year.ts';

const BENCHES: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  accept: runAcceptBench,
  admin: runAdminBench,
  auth: runAuthBench,
  bill: runBillBench,
  eod: runEndOfDayBench,
  hostile: runHostileBench,
  lives: runLivesBench,
  reads: runReadsBench,
  refresh: (args) => runAuthBench([...args, '--only', 'refresh']),
  start: runStartBench,
  user: (args) => runAuthBench([...args, '--only', 'user']),
  web: runWebBench,
  year: runYearBench,
};

const [name = '', ...args] = process.argv.slice(2);
const bench = readWords(import.meta.filename, () => {
  const found = BENCHES[name];
  if (!found) throw new Error(`Which bench? One of ${Object.keys(BENCHES).join(', ')}.`);
  return found;
});
try {
  await bench(args);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS')) misused(import.meta.filename, message);
  throw error;
}
