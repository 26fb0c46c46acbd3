// `npm run bench -- <name> [options]`: one load at a time, each on a database of its own.
import { runAcceptBench } from './accept.ts';
import { runEndOfDayBench } from './eod.ts';

const BENCHES: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  accept: runAcceptBench,
  eod: runEndOfDayBench,
};

const [name = '', ...args] = process.argv.slice(2);
const bench = BENCHES[name];
if (!bench) {
  process.stderr.write(`Usage: npm run bench -- <${Object.keys(BENCHES).join(' | ')}> [options]\n`);
  process.exit(1);
}
await bench(args);
