import type { Names } from './names.ts';
import { isCall, nameOf, type Node, parts } from './syntax.ts';
import { textsOf } from './texts.ts';

/** Looks for something that has to be there: these throw when it is not. */
const MUST_FIND = /^(get|find)(All)?By[A-Z]\w+$/;
const MAY_FIND = /^queryBy[A-Z]\w+$|^queryAllBy[A-Z]\w+$/;
/** In a browser's journey only what is done to an element, or expected of it, makes it have to be there. */
const ACTS = new Set(
  'click dblclick fill check uncheck press pressSequentially tap hover focus waitFor selectOption setInputFiles'.split(
    ' ',
  ),
);
const ABSENT = new Set(['toBeNull', 'toBeUndefined', 'toBeFalsy', 'toBeHidden', 'toBeNaN']);
const COUNTS = new Set(['toHaveCount', 'toHaveLength', 'toBe', 'toEqual', 'toStrictEqual']);
const NOTHING = new Set(['0', 'false', 'null', 'undefined', '']);

export function isAssertion(links: readonly Node[]): boolean {
  return nameOf(links[0]) === 'expect' && links.some(isCall);
}

/** An expectation that something is not so proves nothing of its texts. */
export function isRefutation(links: readonly Node[], names: Names): boolean {
  const members = membersOf(links);
  const last = members.at(-1) ?? '';
  if (members.includes('not') || ABSENT.has(last)) return true;
  const matched = links.at(-1);
  const wanted = matched ? parts(matched, 'arguments')[0] : undefined;
  if (COUNTS.has(last) && wanted) {
    const isEmptyList = wanted.type === 'ArrayExpression' && parts(wanted, 'elements').length === 0;
    const isNothing = wanted.type === 'BooleanLiteral' && wanted['value'] === false;
    const said = textsOf(wanted, names);
    if (isEmptyList || isNothing || wanted.type === 'NullLiteral') return true;
    if (said.length === 1 && wanted.type === 'NumericLiteral' && NOTHING.has(said[0] ?? '')) return true;
  }
  // What may be missing is `null`, and `null` is defined.
  return last === 'toBeDefined' && asksFor(links, MAY_FIND);
}

/** A search that fails the test by itself when it finds nothing. */
export function isPresence(links: readonly Node[], isJourney: boolean): boolean {
  const members = membersOf(links);
  const isActedOn = ACTS.has(members.at(-1) ?? '');
  return members.some((name) => MUST_FIND.test(name)) && (isActedOn || !isJourney);
}

/** The texts of an assertion: what is looked at and what it is held against, without the sentence of a failure. */
export function saidBy(links: readonly Node[], names: Names): readonly string[] {
  const isActed = nameOf(links[0]) !== 'expect';
  return links.filter(isCall).flatMap((link, index) => {
    const given = parts(link, 'arguments').filter((one) => one !== undefined);
    if (isActed && !isSearch(link)) return [];
    const counted = !isActed && index === 0 ? given.slice(0, 1) : given;
    return counted.flatMap((one) => textsOf(one, names));
  });
}

function isSearch(call: Node): boolean {
  const name = nameOf(call['callee'] as Node) ?? '';
  return MUST_FIND.test(name) || name === 'filter' || name === 'locator';
}

function membersOf(links: readonly Node[]): readonly string[] {
  return links.filter(({ type }) => type === 'MemberExpression').map((link) => nameOf(link) ?? '');
}

function asksFor(links: readonly Node[], wanted: RegExp): boolean {
  const root = links.find(isCall);
  const looked = root ? parts(root, 'arguments')[0] : undefined;
  return looked !== undefined && deep(looked).some((node) => wanted.test(nameOf(node) ?? ''));
}

function deep(node: Node): readonly Node[] {
  return node.type === 'MemberExpression' || isCall(node)
    ? [node, ...Object.values(node).flatMap((value) => (isPlainNode(value) ? deep(value) : []))]
    : [];
}

function isPlainNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
