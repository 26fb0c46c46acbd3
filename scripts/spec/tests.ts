import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { read } from '../tidy/files.ts';
import { isAssertion, isPresence, isRefutation, saidBy } from './assertions.ts';
import {
  bind,
  declare,
  elementsOf,
  enter,
  lookUp,
  type Names,
  namesIn,
  type Placed,
  settle,
} from './names.ts';
import {
  children,
  isBlock,
  isCall,
  isFunction,
  linksOf,
  nameOf,
  type Node,
  parse,
  part,
  parts,
} from './syntax.ts';
import { textsOf } from './texts.ts';

/** What one named test asserts, opens and calls. What it only sets up, and every comment, is left out. */
export interface Test {
  readonly file: string;
  readonly title: string;
  /** The titles of the chapters it stands in, and its own. */
  readonly titles: string;
  readonly says: Set<string>;
  readonly visits: Set<string>;
  /** `POST /me`, as far as a path is spelled out. */
  readonly calls: Set<string>;
  readonly uses: Set<string>;
  /** Whether anything is asserted at all. */
  hasAssertion: boolean;
}

interface Where {
  readonly file: string;
  readonly found: Test[];
  readonly names: Names;
  readonly titles: readonly string[];
  readonly test: Test | undefined;
  /** Functions being followed, against going round. */
  readonly within: readonly Node[];
}

/** A file whose functions a test may be made of. */
const OF_TESTS = /^e2e\//;
const FOLLOWED_MAX = 4;
/** What is not run, is expected to fail, or only stands around tests; `step` is a part of the test it is in. */
const NO_TEST = new Set(
  'skip todo fails fixme skipIf runIf step use extend beforeEach beforeAll afterEach afterAll'.split(' '),
);
const EACH = new Set(['map', 'forEach', 'every', 'some', 'flatMap']);
const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete']);

const modules = new Map<string, Names>();

/** Every test of a file. */
export function readTests(file: string, text: string = read(file)): readonly Test[] {
  const found: Test[] = [];
  const body = children(parse(text, file));
  const names = namesIn();
  declareImports(body, file, names);
  declare(body, names);
  for (const statement of body)
    walk(statement, { file, found, names, titles: [], test: undefined, within: [] });
  return found;
}

function walk(node: Node, where: Where): void {
  if (isFunction(node)) follow({ node, names: where.names }, [], where);
  else if (isCall(node)) call(node, where);
  // What a name stands for is followed where it is called.
  else if (node.type === 'VariableDeclarator') {
    const value = part(node, 'init');
    if (value && !isFunction(value)) walk(value, where);
  } else if (node.type !== 'ImportDeclaration') {
    const names = namesWithin(node, where.names);
    for (const child of children(node)) walk(child, { ...where, names });
  }
}

function namesWithin(node: Node, outer: Names): Names {
  if (node.type === 'ForOfStatement') return loop(node, outer);
  if (!isBlock(node)) return outer;
  const names = namesIn(outer);
  declare(children(node), names);
  return names;
}

function call(node: Node, where: Where): void {
  const links = linksOf(node);
  const root = nameOf(links[0]) ?? '';
  if (links[0]?.type === 'Identifier' && /^(test|it|describe)$/.test(root)) {
    chapter(node, links, where);
    return;
  }
  if (where.test) record(node, links, where.test, where.names);
  for (const link of links) if (isCall(link)) descend(link, where);
}

/** The arguments of a call, and the function that is called when it is one of ours. */
function descend(node: Node, where: Where): void {
  const callee = part(node, 'callee');
  const given = argumentsOf(node);
  const list = callee && EACH.has(nameOf(callee) ?? '') ? part(callee, 'object') : undefined;
  const rows = list ? [elementsOf({ node: list, names: where.names })] : [];
  for (const one of given) {
    if (isFunction(one)) follow({ node: one, names: where.names }, rows, where);
    else walk(one, where);
  }
  if (callee?.type !== 'Identifier') return;
  const placed = given.map((one) => settleOr({ node: one, names: where.names }));
  for (const fn of lookUp(nameOf(callee) ?? '', where.names)) follow(fn, placed, where);
}

function follow(fn: Placed, given: readonly (readonly Placed[])[], where: Where): void {
  if (where.within.length >= FOLLOWED_MAX || where.within.includes(fn.node)) return;
  const entered = enter(fn, given);
  if (!entered) return;
  const inner = { ...where, names: entered.names, within: [...where.within, fn.node] };
  if (!isBlock(entered.body)) walk(entered.body, inner);
  else for (const statement of children(entered.body)) walk(statement, inner);
}

/** A test, or a chapter of tests; of a table, with every row that its parameters may stand for. */
function chapter(node: Node, links: readonly Node[], where: Where): void {
  const members = links.filter(({ type }) => type === 'MemberExpression').map((link) => nameOf(link) ?? '');
  const [named, ...rest] = argumentsOf(node);
  const fn = rest.find(isFunction);
  if (!named || !fn || members.some((name) => NO_TEST.has(name))) return;
  const table = members.includes('each') ? links.find(isCall) : undefined;
  const [rows] = table && table !== node ? argumentsOf(table) : [];
  const bound = rows ? rowsOf({ node: rows, names: where.names }) : [];
  const title = textsOf(named, where.names)[0] ?? '';
  const titles = [...where.titles, title];
  const isChapter = nameOf(links[0]) === 'describe' || members.includes('describe');
  const test = isChapter ? undefined : emptyTest(where.file, title, titles);
  if (test) where.found.push(test);
  follow({ node: fn, names: where.names }, bound, { ...where, titles, test, within: [] });
}

function argumentsOf(node: Node): readonly Node[] {
  return parts(node, 'arguments').filter((one) => one !== undefined);
}

function emptyTest(file: string, title: string, titles: readonly string[]): Test {
  const sets = { says: new Set<string>(), visits: new Set<string>(), calls: new Set<string>() };
  return { file, title, titles: titles.join(' › '), ...sets, uses: new Set(), hasAssertion: false };
}

function record(node: Node, links: readonly Node[], test: Test, names: Names): void {
  const callee = part(node, 'callee');
  const name = nameOf(callee) ?? '';
  const texts = (index: number) => {
    const argument = parts(node, 'arguments')[index];
    return argument ? textsOf(argument, names) : [];
  };
  test.uses.add(name);
  if (isAssertion(links)) {
    test.hasAssertion = true;
    if (!isRefutation(links, names)) for (const text of saidBy(links, names)) test.says.add(text);
  } else if (isPresence(links, test.file.startsWith('e2e/')))
    for (const text of saidBy(links, names)) test.says.add(text);
  const opened = name === 'openScreen' ? 1 : name === 'goto' || name === 'renderPublicPage' ? 0 : undefined;
  if (opened !== undefined) for (const text of texts(opened)) test.visits.add(text);
  const given = [...texts(0), ...texts(1)];
  const paths = given
    .map((text) => text.replace(/^\u{fffc}(?=\/)/u, ''))
    .filter((text) => text.startsWith('/'));
  const verb = VERBS.has(name) ? name : given.find((text) => VERBS.has(text.toLowerCase()));
  for (const path of paths) test.calls.add(`${(verb ?? 'get').toUpperCase()} ${path}`);
}

/** What each parameter of a table's test may be: a row that is a list fills them one by one. */
function rowsOf(table: Placed): readonly (readonly Placed[])[] {
  const rows = elementsOf(table);
  const lists = rows.filter((row) => settle(row).some(({ node }) => node.type === 'ArrayExpression'));
  if (lists.length === 0) return [rows];
  const width = Math.max(...lists.map((row) => elementsOf(row).length));
  return Array.from({ length: width }, (_, index) =>
    lists.flatMap((row) => elementsOf(row).slice(index, index + 1)),
  );
}

/** The argument itself where it names nothing of the file. */
function settleOr(placed: Placed): readonly Placed[] {
  const settled = settle(placed);
  return settled.length > 0 ? settled : [placed];
}

function loop(node: Node, outer: Names): Names {
  const names = namesIn(outer);
  const [declared] = parts(part(node, 'left') ?? node, 'declarations');
  const pattern = declared && part(declared, 'id');
  const list = part(node, 'right');
  if (pattern && list) bind(pattern, elementsOf({ node: list, names: outer }), names);
  return names;
}

/** Functions that tests of several files share are followed like a file's own. */
function declareImports(body: readonly Node[], file: string, names: Names): void {
  for (const statement of body.filter(({ type }) => type === 'ImportDeclaration')) {
    const source = nameOf(part(statement, 'source')) ?? '';
    const path = posix.join(posix.dirname(file), source);
    if (!source.startsWith('.') || !OF_TESTS.test(path) || !existsSync(path)) continue;
    const theirs = namesOf(path);
    for (const specifier of parts(statement, 'specifiers')) {
      const local = specifier && nameOf(part(specifier, 'local'));
      const original = (specifier && nameOf(part(specifier, 'imported'))) ?? local;
      if (local !== undefined && original !== undefined) names.own.set(local, lookUp(original, theirs));
    }
  }
}

function namesOf(file: string): Names {
  const known = modules.get(file);
  if (known) return known;
  const names = namesIn();
  modules.set(file, names);
  const body = children(parse(read(file), file));
  declareImports(body, file, names);
  declare(body, names);
  return names;
}
