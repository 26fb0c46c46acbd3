import { children, isBlock, isFunction, nameOf, type Node, part, parts, unwrap } from './syntax.ts';

/** A piece of code and the names that are known where it stands. */
export interface Placed {
  readonly node: Node;
  readonly names: Names;
}

/** What each name may stand for; an empty list hides an outer one that is not meant. */
export interface Names {
  readonly own: Map<string, readonly Placed[]>;
  readonly outer: Names | undefined;
}

export const namesIn = (outer?: Names): Names => ({ own: new Map(), outer });

export function lookUp(name: string, names: Names | undefined): readonly Placed[] {
  if (names === undefined) return [];
  return names.own.get(name) ?? lookUp(name, names.outer);
}

/** What is declared in a list of statements, whatever its order. */
export function declare(statements: readonly Node[], names: Names): void {
  for (const statement of statements) {
    const bare = statement.type === 'ExportDeclaration' ? part(statement, 'declaration') : statement;
    if (bare?.type === 'FunctionDeclaration') {
      const name = nameOf(part(bare, 'identifier'));
      if (name !== undefined) names.own.set(name, [{ node: bare, names }]);
    }
    if (bare?.type !== 'VariableDeclaration') continue;
    for (const declared of parts(bare, 'declarations')) {
      const pattern = declared && part(declared, 'id');
      const value = declared && part(declared, 'init');
      if (pattern) bind(pattern, value ? [{ node: value, names }] : [], names);
    }
  }
}

/** Gives the names of a pattern what they may stand for. */
export function bind(pattern: Node, values: readonly Placed[], names: Names): void {
  if (pattern.type === 'Parameter') bindPart(pattern, 'pat', values, names);
  else if (pattern.type === 'AssignmentPattern') bindPart(pattern, 'left', values, names);
  else if (pattern.type === 'ArrayPattern')
    for (const [index, element] of parts(pattern, 'elements').entries()) {
      if (element)
        bind(
          element,
          values.flatMap((value) => elementsOf(value).slice(index, index + 1)),
          names,
        );
    }
  else if (pattern.type === 'ObjectPattern')
    for (const property of parts(pattern, 'properties')) {
      const key = property && nameOf(part(property, 'key'));
      if (!property || key === undefined) continue;
      const target =
        property.type === 'KeyValuePatternProperty' ? part(property, 'value') : part(property, 'key');
      if (target)
        bind(
          target,
          values.flatMap((value) => propertyOf(value, key)),
          names,
        );
    }
  else {
    const name = nameOf(pattern);
    if (name !== undefined) names.own.set(name, values);
  }
}

function bindPart(pattern: Node, name: string, values: readonly Placed[], names: Names): void {
  const inner = part(pattern, name);
  if (inner) bind(inner, values, names);
}

/** How often a name is followed to another one; what names itself would be followed for ever. */
const FOLLOWED_MAX = 8;

/** A name followed to what it stands for. */
export function settle({ node, names }: Placed, followed = 0): readonly Placed[] {
  const bare = unwrap(node);
  if (followed > FOLLOWED_MAX) return [];
  if (bare.type === 'Identifier')
    return lookUp(nameOf(bare) ?? '', names).flatMap((one) => settle(one, followed + 1));
  if (bare.type !== 'MemberExpression') return [{ node: bare, names }];
  const object = part(bare, 'object');
  const key = nameOf(part(bare, 'property'));
  if (!object || key === undefined) return [];
  return propertyOf({ node: object, names }, key, followed + 1).flatMap((one) => settle(one, followed + 1));
}

/** The elements of a list that is written out, in their order. */
export function elementsOf(placed: Placed): readonly Placed[] {
  return settle(placed).flatMap(({ node, names }) => {
    if (node.type === 'ArrayExpression') {
      const list = Array.isArray(node['elements']) ? (node['elements'] as readonly unknown[]) : [];
      return parts(node, 'elements').flatMap((element, index) => {
        if (!element) return [];
        const entry = list[index];
        const isSpread =
          typeof entry === 'object' && entry !== null && 'spread' in entry && entry.spread !== null;
        return isSpread ? elementsOf({ node: element, names }) : [{ node: element, names }];
      });
    }
    return keysOf(node, names);
  });
}

/** `Object.keys({ … })` of an object that is written out. */
function keysOf(node: Node, names: Names): readonly Placed[] {
  const callee = part(node, 'callee');
  if (node.type !== 'CallExpression' || nameOf(callee) !== 'keys') return [];
  const [object] = parts(node, 'arguments');
  if (!object) return [];
  return settle({ node: object, names })
    .flatMap(({ node: found }) => parts(found, 'properties'))
    .map((property) => property && part(property, 'key'))
    .filter((key) => key !== undefined)
    .map((key) => ({ node: { type: 'StringLiteral', value: nameOf(key) ?? '' }, names }));
}

function propertyOf(placed: Placed, key: string, followed = 0): readonly Placed[] {
  return settle(placed, followed).flatMap(({ node, names }) => {
    if (node.type !== 'ObjectExpression') return [];
    return parts(node, 'properties').flatMap((property) => {
      if (!property) return [];
      if (nameOf(property) === key) return lookUp(key, names);
      const value = nameOf(part(property, 'key')) === key ? part(property, 'value') : undefined;
      return value ? [{ node: value, names }] : [];
    });
  });
}

/** The statements of a function, with its parameters bound to what it is called with. */
export function enter(
  fn: Placed,
  given: readonly (readonly Placed[])[],
): { body: Node; names: Names } | undefined {
  const names = namesIn(fn.names);
  for (const [index, parameter] of parts(fn.node, 'params').entries()) {
    if (parameter) bind(parameter, given[index] ?? [], names);
  }
  const body = part(fn.node, 'body');
  if (!body || !isFunction(fn.node)) return undefined;
  if (isBlock(body)) declare(children(body), names);
  return { body, names };
}
