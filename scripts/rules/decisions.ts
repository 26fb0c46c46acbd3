import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const DECISIONS = 'docs/decisions';
const HEAD = /^# (\d{3}): (.+)$/;

/** The list of the decisions, made of their first lines. Throws where a page has no number, or another than its file. */
export function indexDecisions(folder = DECISIONS): string {
  const pages = readdirSync(folder).filter((name) => /^\d{3}-.+\.md$/.test(name));
  return [
    '# Decisions',
    '',
    'Each choice that could have gone otherwise: its context, what was decided, what follows, what would change our mind.',
    'Written by `npm run rules` from their first lines; a number that is missing was given up with its page.',
    '',
    ...pages.toSorted().map((name) => `- [${titleOf(folder, name)}](${name})`),
    '',
  ].join('\n');
}

function titleOf(folder: string, name: string): string {
  const [head = ''] = readFileSync(join(folder, name), 'utf8').split('\n', 1);
  const [, number, title] = HEAD.exec(head) ?? [];
  if (number === undefined || title === undefined || !name.startsWith(number))
    throw new Error(`${folder}/${name} begins with "# ${name.slice(0, 3)}: " and its subject`);
  return `${number}: ${title}`;
}
