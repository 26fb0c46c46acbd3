// `npm run rules`: writes docs/rules.md, where any product rule is found with its code and its tests. `--verify`: fails
// when the page is not what the code says, when a test names a rule that no code carries, or when untested rules grow.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { collectRules, type Rule } from './rules/collect.ts';
import { listFiles } from './tidy/files.ts';

const PAGE = 'docs/rules.md';
/** How many rules may be without a test that names them. Only ever lower it; the aim is none. */
const UNTESTED_MAX = 4;

process.chdir(resolve(import.meta.dirname, '..'));
const rules = collectRules(listFiles());
const untested = rules.filter(({ tests }) => tests.length === 0);
const homeless = rules.filter(({ bearers }) => bearers.length === 0);
const page = render(rules);
const problems: string[] = [];

if (homeless.length > 0)
  problems.push(
    `No code carries ${homeless.map(({ id }) => id).join(', ')}: write \`Rule: …\` at the function or constant that keeps it.`,
  );
if (untested.length > UNTESTED_MAX)
  problems.push(
    `${untested.length} rules have no test, ${UNTESTED_MAX} may: begin a test's title with the id. ${untested.map(({ id }) => id).join(', ')}`,
  );
if (!process.argv.includes('--verify')) writeFileSync(PAGE, page);
else if (!existsSync(PAGE) || readFileSync(PAGE, 'utf8') !== page)
  problems.push(`${PAGE} is not what the code says: run \`npm run rules\` and commit.`);

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`Rules: ${rules.length}, of which ${untested.length} without a test.\n`);
if (problems.length > 0) process.exitCode = 1;

function render(all: readonly Rule[]): string {
  return [
    '# Rules',
    '',
    'Every rule of the product that has a name: what it says, where the code keeps it, which tests hold it there.',
    'Written by `npm run rules`; do not edit. LEND is the lending rule book, SPEC the product specification, PAY, AUTH',
    'and the like are our own. A rule in two places is kept in both: a form says early what the server decides.',
    '',
    `${all.length} rules, ${untested.length} of them without a test that names them.`,
    ...all.flatMap(section),
    '',
  ].join('\n');
}

function section({ id, bearers, tests }: Rule): readonly string[] {
  return [
    '',
    `## ${id}`,
    '',
    ...bearers.map(({ sentence, file }) => `- ${sentence} — \`${file}\``),
    ...tests.map(({ title, file }) => `- Test: ${title} — \`${file}\``),
    ...(tests.length === 0 ? ['- No test names it yet.'] : []),
  ];
}
