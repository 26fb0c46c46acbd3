import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

const ROOT = join(import.meta.dirname, '../../..');

/** A statement of the sources: where it stands, and its text with the parts that it is put together from. */
export interface Statement {
  /** The file, and the function or constant that it stands in. */
  readonly place: string;
  readonly text: string;
}

interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}

/** Every text between backticks of the server that selects, with constants of other files put in where they are named. */
export function statementsOfServer(): Statement[] {
  const files = globSync(['apps/server/src/**/*.ts', 'packages/auth/src/**/*.ts'], { cwd: ROOT });
  const found: { readonly file: string; readonly name: string; readonly template: Node }[] = [];
  for (const file of files.filter((one) => !one.endsWith('.test.ts')).sort()) {
    const program: unknown = parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript' });
    if (isNode(program))
      walk(program, '', (template, name) => {
        found.push({ file, name, template });
      });
  }
  const byPlace = new Map(found.map(({ file, name, template }) => [`${file}: ${name}`, template]));
  const byName = new Map(found.map(({ name, template }) => [name, template]));
  return found
    .map(({ file, name, template }) => ({
      place: `${file}: ${name}`,
      text: textOf(template, (part) => byPlace.get(`${file}: ${part}`) ?? byName.get(part), 3),
    }))
    .filter(({ text }) => /\bselect\b/.test(text));
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const nameOf = ({ type, identifier, id }: Node): string | undefined => {
  const named = type === 'FunctionDeclaration' ? identifier : type === 'VariableDeclarator' ? id : undefined;
  return isNode(named) && typeof named.value === 'string' ? named.value : undefined;
};

/** Looks at each outermost text between backticks, with the outermost name that it stands in. */
function walk(node: Node, name: string, look: (template: Node, name: string) => void): void {
  const inside = name || (nameOf(node) ?? '');
  if (node.type === 'TemplateLiteral' && Array.isArray(node.expressions)) look(node, inside);
  for (const child of Object.values(node).flat()) if (isNode(child)) walk(child, inside, look);
}

function textOf(template: Node, named: (part: string) => Node | undefined, depth: number): string {
  const written = (template.quasis as { readonly raw: string }[]).map(({ raw }) => raw);
  const put = (template.expressions as Node[]).map((expression) => {
    const parts: string[] = [];
    const find = (node: Node): void => {
      const part = node.type === 'Identifier' && depth > 0 ? named(node.value as string) : undefined;
      if (part) parts.push(textOf(part, named, depth - 1));
      for (const child of Object.values(node).flat()) if (isNode(child)) find(child);
    };
    find(expression);
    return parts.join(' ');
  });
  return written.map((text, nth) => `${text}${put[nth] ?? ''}`).join('');
}
