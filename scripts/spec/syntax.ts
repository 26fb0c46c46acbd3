import { parseSync } from '@swc/core';

/** A node of a parsed file; what is asked of it is checked where it is asked. */
export interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

/** Parts that say something about types and nothing about what runs. */
const OF_TYPES = new Set([
  'typeAnnotation',
  'typeArguments',
  'typeParameters',
  'typeParams',
  'returnType',
  'span',
]);
/** What may stand around an expression without changing which text it holds. */
const AROUND: Readonly<Record<string, string>> = {
  ParenthesisExpression: 'expression',
  TsAsExpression: 'expression',
  TsConstAssertion: 'expression',
  TsNonNullExpression: 'expression',
  TsSatisfiesExpression: 'expression',
  AwaitExpression: 'argument',
  OptionalChainingExpression: 'base',
};

export function parse(text: string, file: string): Node {
  return parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }) as unknown as Node;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** An argument or an element of a list is wrapped once, without a type of its own. */
function nodeIn(value: unknown): Node | undefined {
  if (isNode(value)) return value;
  const isWrapped = typeof value === 'object' && value !== null && 'expression' in value;
  return isWrapped && isNode(value.expression) ? value.expression : undefined;
}

export function part(node: Node, name: string): Node | undefined {
  return nodeIn(node[name]);
}

export function parts(node: Node, name: string): readonly (Node | undefined)[] {
  const list = node[name];
  return Array.isArray(list) ? list.map(nodeIn) : [];
}

const known = new WeakMap<Node, readonly Node[]>();

export function children(node: Node): readonly Node[] {
  const before = known.get(node);
  if (before) return before;
  const found: Node[] = [];
  for (const [name, value] of Object.entries(node)) {
    if (typeof value !== 'object' || value === null || OF_TYPES.has(name)) continue;
    for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      const child = nodeIn(one);
      if (child) found.push(child);
    }
  }
  known.set(node, found);
  return found;
}

export function unwrap(node: Node): Node {
  const inside = AROUND[node.type];
  const inner = inside === undefined ? undefined : part(node, inside);
  return inner === undefined ? node : unwrap(inner);
}

export function isFunction({ type }: Node): boolean {
  return /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type);
}

/** A list of statements with names of its own. */
export function isBlock({ type }: Node): boolean {
  return type === 'BlockStatement' || type === 'FunctionBody';
}

export function isCall({ type }: Node): boolean {
  return type === 'CallExpression';
}

/** The name of an identifier, a key, or the member that is asked for. */
export function nameOf(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.type === 'MemberExpression') return nameOf(part(node, 'property'));
  const isNamed = node.type === 'Identifier' || node.type === 'StringLiteral';
  return isNamed && typeof node['value'] === 'string' ? node['value'] : undefined;
}

/** `expect(x).not.toBe(y)` as its links: each member or call, the outermost last. */
export function linksOf(node: Node): readonly Node[] {
  const bare = unwrap(node);
  const inner =
    bare.type === 'MemberExpression' ? part(bare, 'object') : isCall(bare) ? part(bare, 'callee') : undefined;
  return inner === undefined ? [bare] : [...linksOf(inner), bare];
}
