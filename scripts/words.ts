// `npm run words`: the hundred commonest words of comments and test titles, with how often each stands; those of the language
// itself (the, of, is) are left out. `-- --at <commit>` reads an older state, `-- --count 200` more of them, `-- --find word`
// names the lines in which one stands.
import { execFileSync } from 'node:child_process';
import { readCommandLine } from './command-line.ts';
import { say } from './run.ts';
import { commonest, proseOf } from './words/prose.ts';

const { values } = readCommandLine(import.meta.filename, {
  options: {
    at: { type: 'string', default: 'HEAD' },
    count: { type: 'string', default: '100' },
    find: { type: 'string' },
  },
});
const READ = /\.(tsx?|mjs|sql)$/;
const NOT_READ = /types\.gen\.ts$/;

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
const files = git('ls-tree', '-r', '--name-only', values.at)
  .split('\n')
  .filter((file) => READ.test(file) && !NOT_READ.test(file));

/** The text of each file at the commit, in one process of git. */
function textsOf(paths: readonly string[]): string[] {
  const input = paths.map((path) => `${values.at}:${path}\n`).join('');
  const out = execFileSync('git', ['cat-file', '--batch'], { input, maxBuffer: 2 ** 30 });
  let at = 0;
  return paths.map(() => {
    const end = out.indexOf(10, at);
    const size = Number(out.toString('utf8', at, end).split(' ')[2]);
    at = end + 1 + size + 1;
    return out.toString('utf8', end + 1, end + 1 + size);
  });
}

const prose = textsOf(files).map((text, index) => ({
  file: files[index]!,
  lines: proseOf(files[index]!, text),
}));
if (values.find === undefined) {
  const found = commonest(prose.flatMap(({ lines }) => lines)).slice(0, Number(values.count));
  say(found.map(([word, count]) => `${word} ${count}`).join(', '));
} else {
  const word = new RegExp(`\\b${values.find}\\b`, 'i');
  for (const { file, lines } of prose) for (const line of lines) if (word.test(line)) say(`${file}: ${line}`);
}
