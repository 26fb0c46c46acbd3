// `npm run rules`: writes docs/rules.md, where any product rule is found with its home, who asks it, and the tests that run it.
// Also docs/decisions/README.md, the list of the decisions. `--verify`: fails when a page is not what the code says, when a
// test names a rule that no code carries or does not run its home, or when untested rules grow.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readCommandLine } from './command-line.ts';
import { workingTree } from './proof/tree.ts';
import { collectRules, type Rule } from './rules/collect.ts';
import { DECISIONS, indexDecisions } from './rules/decisions.ts';
import { homeOf, runnersIn } from './rules/homes.ts';
import { listFiles } from './tidy/files.ts';

/** The number of rules that may be without a test that names them. Only ever lower it; the aim is none. */
const UNTESTED_MAX = 0;

/** The number of tests that may name a rule without running its home: they prove something beside it. Only ever lower it. */
const ASTRAY_MAX = 43;

const { values } = readCommandLine(import.meta.filename, {
  options: { verify: { type: 'boolean', default: false } },
});
process.chdir(resolve(import.meta.dirname, '..'));
const runs = runnersIn(workingTree());
const rules = collectRules(listFiles()).map(judge);
const astray = rules.flatMap(({ id, strangers }) =>
  strangers.map(({ file, title }) => `${id}: ${file}: ${title}`),
);
const untested = rules.filter(({ tests }) => tests.length === 0);
const homeless = rules.filter(({ bearers }) => bearers.length === 0);
const pages = { 'docs/rules.md': render(rules), [`${DECISIONS}/README.md`]: indexDecisions() };
const problems: string[] = [];

if (homeless.length > 0)
  problems.push(
    `No code carries ${homeless.map(({ id }) => id).join(', ')}: write \`Rule: …\` at the function or constant that keeps it.`,
  );
if (astray.length > ASTRAY_MAX)
  problems.push(
    `${astray.length} tests name a rule and do not run its home, ${ASTRAY_MAX} may: test it where it is decided.\n${astray.join('\n')}`,
  );
if (untested.length > UNTESTED_MAX)
  problems.push(
    `${untested.length} rules have no test, ${UNTESTED_MAX} may: begin a test's title with the id. ${untested.map(({ id }) => id).join(', ')}`,
  );
for (const [path, page] of Object.entries(pages)) {
  if (!values.verify) writeFileSync(path, page);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== page)
    problems.push(`${path} is not what the code says: run \`npm run rules\` and commit.`);
}

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `Rules: ${rules.length}, of which ${untested.length} without a test; ${astray.length} tests beside the home of their rule.\n`,
);
if (problems.length > 0) process.exitCode = 1;

/** A rule with its one home; of its tests only those that run it. */
interface Judged extends Rule {
  readonly home: string;
  readonly decides: Rule['bearers'];
  readonly asks: Rule['bearers'];
  readonly strangers: Rule['tests'];
}

function judge(rule: Rule): Judged {
  const home = homeOf(rule.bearers);
  const isRun = home === undefined ? () => true : runs(home);
  const decides = home?.bearers ?? [];
  return {
    ...rule,
    home: home?.name ?? 'nowhere',
    decides,
    asks: rule.bearers.filter((bearer) => !decides.includes(bearer)),
    tests: rule.tests.filter(({ file }) => isRun(file)),
    strangers: rule.tests.filter(({ file }) => !isRun(file)),
  };
}

function render(all: readonly Judged[]): string {
  return [
    '# Rules',
    '',
    'Every rule of the product that has a name: what it says, the one home that decides it, which tests run it there.',
    'Written by `npm run rules`; do not edit. LEND is the lending rule book, SPEC the product specification, PAY, AUTH',
    'and the like are our own. Other places that name a rule ask its home, store what it said, or say it early in a form.',
    'A test counts if it imports the home; of what the database holds, if it has a database.',
    '',
    `${all.length} rules, ${untested.length} of them without a test that names them.`,
    ...all.flatMap(section),
    '',
  ].join('\n');
}

function section({ id, home, decides, asks, tests }: Judged): readonly string[] {
  return [
    '',
    `## ${id}`,
    '',
    `Home: ${home}`,
    '',
    ...decides.map(({ sentence, file }) => `- ${sentence} — \`${file}\``),
    ...asks.map(({ sentence, file }) => `- Asked, stored or said by: ${sentence} — \`${file}\``),
    ...tests.map(({ title, file }) => `- Test: ${title} — \`${file}\``),
    ...(tests.length === 0 ? ['- No test names it yet.'] : []),
  ];
}
