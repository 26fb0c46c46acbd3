import { type Names, type Placed, settle } from './names.ts';
import { children, isFunction, nameOf, type Node, part, parts, unwrap } from './syntax.ts';

/** Stands in a text where something is put in that the file does not spell out. */
export const GAP = '\u{fffc}';
/** A template filled in more ways than these is no sentence. */
const FILLED_MAX = 60;
/** No expression of a test is this deep; what names itself would be. */
const DEPTH_MAX = 40;

/** Every text and number that an expression spells out, names followed to what they stand for. */
export function textsOf(node: Node, names: Names): readonly string[] {
  return texts(node, names, 0);
}

function texts(node: Node, names: Names, depth: number): readonly string[] {
  if (depth > DEPTH_MAX) return [];
  const bare = unwrap(node);
  const own = literals(bare, names, depth + 1);
  if (own !== undefined) return own;
  if (bare.type === 'Identifier' || bare.type === 'MemberExpression') {
    const stands = settle({ node: bare, names }).flatMap((placed) => data(placed, depth + 1));
    return stands.length > 0 || bare.type === 'Identifier' ? stands : inside(bare, names, depth);
  }
  if (bare.type === 'KeyValueProperty') {
    const value = part(bare, 'value');
    return [nameOf(part(bare, 'key')) ?? '', ...(value ? texts(value, names, depth + 1) : [])];
  }
  return inside(bare, names, depth);
}

function inside(node: Node, names: Names, depth: number): readonly string[] {
  return children(node).flatMap((child) => texts(child, names, depth + 1));
}

/** What a name stands for counts when it is written out; what a call made of its arguments does not. */
function data({ node, names }: Placed, depth: number): readonly string[] {
  const bare = unwrap(node);
  if (bare.type === 'CallExpression' || bare.type === 'NewExpression' || isFunction(bare)) return [];
  const isList = bare.type === 'ArrayExpression' || bare.type === 'ObjectExpression';
  if (!isList) return texts(bare, names, depth);
  const values = bare.type === 'ArrayExpression' ? parts(bare, 'elements') : valuesOf(bare);
  return depth > DEPTH_MAX
    ? []
    : values.flatMap((value) => (value ? data({ node: value, names }, depth + 1) : []));
}

function valuesOf(object: Node): readonly (Node | undefined)[] {
  return parts(object, 'properties').map((property) => property && (part(property, 'value') ?? property));
}

function literals(node: Node, names: Names, depth: number): readonly string[] | undefined {
  switch (node.type) {
    case 'StringLiteral':
      return typeof node['value'] === 'string' ? [node['value']] : undefined;
    case 'NumericLiteral':
      return [String(node['value'])];
    case 'RegExpLiteral':
      return typeof node['pattern'] === 'string' ? [plain(node['pattern'])] : undefined;
    case 'TemplateLiteral':
      return filled(node, names, depth);
    case 'BinaryExpression':
      return node['operator'] === '+' ? joined(node, names, depth) : undefined;
    default:
      return undefined;
  }
}

/** A template once for each text that may stand in it. */
function filled(node: Node, names: Names, depth: number): readonly string[] {
  const between = parts(node, 'expressions');
  return parts(node, 'quasis').reduce<readonly string[]>(
    (begun, quasi, index) => {
      const text = typeof quasi?.['cooked'] === 'string' ? quasi['cooked'] : '';
      const expression = between[index];
      const put = expression ? standingIn(expression, names, depth) : [''];
      return begun.flatMap((start) => put.map((middle) => start + text + middle)).slice(0, FILLED_MAX);
    },
    [''],
  );
}

function joined(node: Node, names: Names, depth: number): readonly string[] | undefined {
  const [left, right] = ['left', 'right'].map((side) => part(node, side));
  if (!left || !right) return undefined;
  const ends = standingIn(right, names, depth);
  const sums = standingIn(left, names, depth).flatMap((start) => ends.map((end) => start + end));
  return sums.every((sum) => sum.includes(GAP)) ? undefined : sums.slice(0, FILLED_MAX);
}

function standingIn(node: Node, names: Names, depth: number): readonly string[] {
  const found = unwrap(node).type === 'CallExpression' ? [] : texts(node, names, depth);
  return found.length === 0 ? [GAP] : found;
}

/** The text a pattern looks for, with a gap where it takes more than one. */
function plain(pattern: string): string {
  return pattern
    .replace(/^\^|\$$/g, '')
    .replace(/\\[dwsDWSb][*+?]?|\[[^\]]*\](?:[*+?]|\{[\d,]+\})?|\(\?[:!=<][^)]*\)|(?<!\\)\.[*+]\??/g, GAP)
    .replace(/\\([^\w])/g, '$1');
}
