import { parseSync } from '@swc/core';
import { applyMutation, type Mutation } from './mutation.ts';

/** A node of the syntax tree; positions are those of the text. */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

type Fault = Omit<Mutation, 'file'>;

const OPERATORS: Readonly<Record<string, readonly (readonly [kind: string, becomes: string])[]>> = {
  '<': [
    ['boundary', '<='],
    ['comparison', '>='],
  ],
  '<=': [
    ['boundary', '<'],
    ['comparison', '>'],
  ],
  '>': [
    ['boundary', '>='],
    ['comparison', '<='],
  ],
  '>=': [
    ['boundary', '>'],
    ['comparison', '<'],
  ],
  '===': [['comparison', '!==']],
  '!==': [['comparison', '===']],
  '+': [['arithmetic', '-']],
  '-': [['arithmetic', '+']],
  '*': [['arithmetic', '/']],
  '/': [['arithmetic', '*']],
  '%': [['arithmetic', '*']],
  '&&': [['logic', '||']],
  '||': [['logic', '&&']],
};
/** Calls that mean the opposite of each other. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['Math.min', 'Math.max'],
  ['Math.floor', 'Math.ceil'],
  ['minPaise', 'maxPaise'],
  ['addPaise', 'subtractPaise'],
];
const OPPOSITE_METHODS: Readonly<Record<string, string>> = { some: 'every', every: 'some' };
/** Methods whose result has the type of what they are called on: leaving them out is a fault that still runs. */
const LEFT_OUT = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed']);

/** Every fault of the known sorts in a TypeScript source. Types, comments, imports and the text of strings stay as they are. */
export function mutateTypeScript(file: string, text: string): readonly Mutation[] {
  const faults: Fault[] = [];
  for (const statement of parse(text)) walk(statement, (node) => faults.push(...faultsOf(node, text)));
  return faults.filter((fault) => isSyntax(applyMutation(text, fault))).map((fault) => ({ file, ...fault }));
}

/** The function or constant around a position, with the comment above it; the whole text outside of one. */
export function enclosingTypeScript(text: string, at: number): string {
  const around = parse(text).find((one) => one.start <= at && at < one.end);
  if (around === undefined) return text;
  const above = /(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*|(?:\/\/[^\n]*\n)+\s*)$/.exec(
    text.slice(0, around.start),
  );
  return (above?.[0] ?? '') + text.slice(around.start, around.end);
}

/** The statements of a module. The parser counts bytes from one; here positions count as JavaScript's texts do. */
function parse(text: string): readonly Syntax[] {
  const positions: number[] = [];
  for (let at = 0; at < text.length; at += (text.codePointAt(at) ?? 0) > 0xff_ff ? 2 : 1) {
    const bytes = Buffer.byteLength(String.fromCodePoint(text.codePointAt(at) ?? 0));
    for (let byte = 0; byte < bytes; byte += 1) positions.push(at);
  }
  positions.push(text.length);
  const read = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(read);
    if (typeof value !== 'object' || value === null) return value;
    const { span, ...fields } = value as { span?: { start: number; end: number } };
    const inner = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, read(field)]));
    if (span === undefined) return inner;
    return { ...inner, start: positions[span.start - 1] ?? 0, end: positions[span.end - 1] ?? 0 };
  };
  return nodes(read(parseSync(text, { syntax: 'typescript', target: 'es2022' }).body));
}

function isSyntax(text: string): boolean {
  try {
    parseSync(text, { syntax: 'typescript', target: 'es2022' });
    return true;
  } catch {
    return false;
  }
}

/** Every node but types: of `x as T` the expression alone. */
function walk(node: Syntax, visit: (node: Syntax) => void): void {
  if (node.type === 'ImportDeclaration') return;
  if (node.type.startsWith('Ts')) {
    nodes(node.expression).forEach((inner) => walk(inner, visit));
    return;
  }
  visit(node);
  for (const inner of Object.values(node).flatMap(nodes)) walk(inner, visit);
}

/** The nodes in a field; an argument of a call is wrapped in one more object. */
function nodes(value: unknown): readonly Syntax[] {
  if (Array.isArray(value)) return value.flatMap(nodes);
  if (typeof value !== 'object' || value === null) return [];
  return isNode(value) ? [value] : Object.values(value).flatMap(nodes);
}

function isNode(value: object): value is Syntax {
  return 'type' in value && 'start' in value;
}

function faultsOf(node: Syntax, text: string): readonly Fault[] {
  switch (node.type) {
    case 'BinaryExpression':
      return operatorFaults(node, text);
    case 'UnaryExpression':
      return node.operator === '!' || node.operator === '-'
        ? [{ kind: 'negation', at: node.start, end: node.start + 1, becomes: '' }]
        : [];
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return isOfComparator(node, text) ? [] : literalFaults(node);
    case 'IfStatement':
    case 'ConditionalExpression':
      return nodes(node.test).flatMap(({ start, end }) =>
        ['true', 'false'].map((becomes) => ({ kind: 'condition', at: start, end, becomes })),
      );
    case 'ExpressionStatement':
      return [{ kind: 'dropped statement', at: node.start, end: node.end, becomes: ';' }];
    case 'CallExpression':
      return callFaults(node, text);
    default:
      return [];
  }
}

function operatorFaults(node: Syntax, text: string): readonly Fault[] {
  const [left] = nodes(node.left);
  const [right] = nodes(node.right);
  if (left === undefined || right === undefined || typeof node.operator !== 'string') return [];
  const { operator } = node;
  if (operator === '??') return [{ kind: 'dropped fallback', at: left.end, end: node.end, becomes: '' }];
  // A sum of texts has no difference.
  if (operator === '+' && (isText(left) || isText(right))) return [];
  const between = /^(?:[\s)]|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*/.exec(text.slice(left.end, right.start));
  const at = left.end + (between?.[0].length ?? 0);
  if (!text.startsWith(operator, at)) return [];
  const isSameOfEqual = isOfComparatorOrLarger(node, left, right, text);
  return (OPERATORS[operator] ?? [])
    .filter(([kind]) => kind !== 'boundary' || !isSameOfEqual)
    .map(([kind, becomes]) => ({ kind, at, end: at + operator.length, becomes }));
}

/** Whether a comparison is that of a comparator of keys, none of which are equal, or picks the larger or smaller of what it compares. */
function isOfComparatorOrLarger(node: Syntax, left: Syntax, right: Syntax, text: string): boolean {
  const [one, other] = [left, right].map(({ start, end }) => text.slice(start, end));
  return [` ? -1 : 1`, ` ? ${one} : ${other}`, ` ? ${other} : ${one}`].some((picked) =>
    text.startsWith(picked, node.end),
  );
}

function isText(node: Syntax): boolean {
  if (node.type === 'TemplateLiteral' || node.type === 'StringLiteral') return true;
  return node.operator === '+' && [...nodes(node.left), ...nodes(node.right)].some(isText);
}

/** Whether a number is one of `? -1 : 1`: of what a comparator answers, the sign alone counts. */
function isOfComparator({ start, end }: Syntax, text: string): boolean {
  if (text.slice(start, end) !== '1') return false;
  const before = text.slice(0, start);
  return before.endsWith('? -') ? text.startsWith(' : 1', end) : before.endsWith('? -1 : ');
}

function literalFaults({ value, start: at, end }: Syntax): readonly Fault[] {
  if (typeof value === 'boolean') return [{ kind: 'boolean', at, end, becomes: String(!value) }];
  if (typeof value !== 'number') return [];
  return [value + 1, value - 1].map((number) => ({
    kind: 'constant',
    at,
    end,
    becomes: number < 0 ? `(${number})` : String(number),
  }));
}

function callFaults(node: Syntax, text: string): readonly Fault[] {
  const [callee] = nodes(node.callee);
  if (callee === undefined) return [];
  const called = text.slice(callee.start, callee.end);
  const faults: Fault[] = [];
  for (const [one, other] of OPPOSITES) {
    const becomes = called === one ? other : called === other ? one : undefined;
    // A helper that is not imported would be no fault of the rule.
    if (becomes !== undefined && (becomes.startsWith('Math.') || new RegExp(`\\b${becomes}\\b`).test(text)))
      faults.push({ kind: 'opposite', at: callee.start, end: callee.end, becomes });
  }
  if (/^(?:Math\.|)(?:min|max)/.test(called)) {
    for (const { start, end } of nodes(node.arguments))
      faults.push({
        kind: 'dropped bound',
        at: node.start,
        end: node.end,
        becomes: `(${text.slice(start, end)})`,
      });
  }
  const [target] = nodes(callee.object);
  const [method] = nodes(callee.property);
  if (target === undefined || method === undefined) return faults;
  const name = text.slice(method.start, method.end);
  const opposite = OPPOSITE_METHODS[name];
  if (opposite !== undefined)
    faults.push({ kind: 'opposite', at: method.start, end: method.end, becomes: opposite });
  if (LEFT_OUT.has(name))
    faults.push({ kind: `dropped ${name}`, at: target.end, end: node.end, becomes: '' });
  return faults;
}
