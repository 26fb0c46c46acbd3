import { isFrozen } from './frozen.ts';
import type { Mutation } from './mutation.ts';
import { type Token, tokensOf } from './sql-tokens.ts';

type Fault = Omit<Mutation, 'file'>;

/** The tokens of a file, and the place of the one that is looked at. */
interface Place {
  readonly tokens: readonly Token[];
  readonly index: number;
  readonly token: Token;
  readonly text: string;
}

const SIGNS: Readonly<Record<string, readonly [kind: string, becomes: string]>> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '=': ['comparison', '<>'],
  '<>': ['comparison', '='],
  '!=': ['comparison', '='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
};
const OPPOSITES: Readonly<Record<string, string>> = {
  least: 'greatest',
  greatest: 'least',
  min: 'max',
  max: 'min',
  bool_or: 'bool_and',
  bool_and: 'bool_or',
};
/** Where a condition ends that nothing closes before. */
const CONDITION_ENDS = new Set(
  'and or where group order limit having returning union intersect except window join left cross inner on then when else end for loop ; ,'.split(
    ' ',
  ),
);
const KEYWORDS = new Set(
  [
    ...CONDITION_ENDS,
    ...'select from set by not in values return perform case between distinct is'.split(' '),
  ].filter((word) => /[a-z]/.test(word) && word !== 'end'),
);
/** A statement of PL/pgSQL begins behind one of these. */
const STATEMENT_STARTS = new Set(['begin', 'then', 'else', 'loop', ';']);
/** The condition that spares a statement where its lists are empty. */
const SPARING = /^(?:cardinality\(\w+\) \+ )*cardinality\(\w+\) > 0(?: or cardinality\(\w+\) > 0)*$/;
const DROPPED_STATEMENTS = new Set(['perform', 'update', 'insert', 'delete', 'with', 'select']);
/** Names of days: two of them have a difference and no sum. */
const DAY = /(?:^|_)(?:on|day|since|from|through|at|now|date)$/;

/**
 * Every fault of the known sorts in the bodies of SQL functions. Comments, strings, rights and declarations stay as they are.
 * Locks and their order stay, too: leaving one out shows between two callers only, which `npm run interleave` tries. So does
 * a comparison of the person's id beside another key: ids are unique, it is there for the index and for row security. A condition that
 * spares a statement on empty lists is not made wider: over nothing the statement does nothing. A function that stands as the release
 * before had it is left alone: `frozen.ts` knows its sum. So is a block that is run as the functions are put in: it decides nothing.
 */
export function mutateSql(file: string, text: string): readonly Mutation[] {
  const tokens = tokensOf(text);
  const faults = tokens.flatMap((token, index) => {
    if (token.body === undefined || isOfLocking(tokens, index)) return [];
    const place = { tokens, index, token, text };
    return [
      ...signFaults(place),
      ...wordFaults(place),
      ...numberFaults(place),
      ...conditionFaults(place),
      ...orderFaults(place),
      ...statementFaults(place),
    ].map((fault) => ({ file, ...fault }));
  });
  const functions = functionsIn(text);
  return faults.filter(({ at }) => {
    const around = enclosingSql(text, at, functions);
    return !isFrozen(around.text) && !(around.name.endsWith('_lock') && around.text.includes('returns void'));
  });
}

interface SqlFunction {
  readonly at: number;
  readonly name: string;
  readonly text: string;
}

/** The functions of a file, each with the comment above it. */
export function functionsIn(text: string): readonly SqlFunction[] {
  const starts = [...text.matchAll(/(?:^--[^\n]*\n)*^create or replace function (\w+)/gm)];
  return starts.map(({ index, 1: name = '' }, number) => ({
    at: index,
    name,
    text: text.slice(index, starts[number + 1]?.index),
  }));
}

/** The function around a position with the comment above it; the whole text outside of one. */
export function enclosingSql(
  text: string,
  at: number,
  functions = functionsIn(text),
): { readonly name: string; readonly text: string } {
  const around = functions.findLast((one) => one.at <= at);
  return around === undefined ? { name: '', text } : { name: around.name, text: around.text };
}

/** Whether a token stands in a statement that does nothing but lock rows, or reads whose rows are locked. */
function isOfLocking(tokens: readonly Token[], index: number): boolean {
  const begun = tokens.findLastIndex(
    (one, at) => at <= index && (one.text === ';' || one.kind === 'dollar' || one.text === 'perform'),
  );
  if (tokens[begun]?.text !== 'perform') return false;
  if (tokens[begun + 1]?.text.endsWith('_lock') === true) return true;
  const end = tokens.findIndex((one, at) => at > begun && one.text === ';');
  const statement = tokens.slice(begun, end).map(({ text }) => text);
  return / for (?:update|share|key share|no key update)\b/.test(statement.join(' '));
}

function signFaults(place: Place): readonly Fault[] {
  const { tokens, index, token } = place;
  const [kind, becomes] = (token.kind === 'sign' ? SIGNS[token.text] : undefined) ?? [];
  if (kind === undefined || becomes === undefined) return [];
  const before = tokens[index - 1];
  const after = tokens[index + 1];
  if (!isOperand(before) || after === undefined) return [];
  if (token.text === '=' && (isAssigned(tokens, index) || before?.text === 'user_id')) return [];
  if (kind === 'boundary' && isOfSparing(place)) return [];
  const isOfDays = isDay(before) && isDay(lastOfPath(tokens, index + 1));
  if (token.text === '-' && isOfDays) return [];
  return [{ kind, at: token.at, end: token.end, becomes }];
}

function isOperand(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'word') return !KEYWORDS.has(token.text);
  return token.kind === 'number' || token.kind === 'string' || token.text === ')' || token.text === ']';
}

/** Whether a token is part of a condition that only spares a statement. */
function isOfSparing({ tokens, index, text }: Place): boolean {
  const begun = tokens.findLastIndex((one, at) => at < index && ['if', ';'].includes(one.text));
  const then = tokens.findIndex((one, at) => at > index && ['then', ';'].includes(one.text));
  const [first, last] = [tokens[begun + 1], tokens[then - 1]];
  return first !== undefined && last !== undefined && SPARING.test(text.slice(first.at, last.end));
}

/** True of the `=` in `set column = value`; a comparison has more before it than a name behind `set` or a comma. */
function isAssigned(tokens: readonly Token[], index: number): boolean {
  const name = tokens[index - 1];
  const before = tokens[index - 2];
  if (name?.kind !== 'word' || before === undefined) return false;
  if (['set', 'diagnostics', 'using'].includes(before.text)) return true;
  if (before.text !== ',') return false;
  const opened = tokens
    .slice(0, index)
    .findLast((one) => one.depth === name.depth && (one.text === 'set' || one.text === ';'));
  return opened?.text === 'set';
}

function lastOfPath(tokens: readonly Token[], index: number): Token | undefined {
  return tokens[index + 1]?.text === '.' ? lastOfPath(tokens, index + 2) : tokens[index];
}

function isDay(token: Token | undefined): boolean {
  return token?.kind === 'word' && DAY.test(token.text);
}

function wordFaults({ tokens, index, token }: Place): readonly Fault[] {
  const before = tokens[index - 1]?.text ?? '';
  const after = tokens[index + 1]?.text ?? '';
  const { at, end, text } = token;
  const opposite = OPPOSITES[text];
  if (opposite !== undefined && after === '(') return [{ kind: 'opposite', at, end, becomes: opposite }];
  if (text === 'true' || text === 'false')
    return [{ kind: 'boolean', at, end, becomes: text === 'true' ? 'false' : 'true' }];
  if (text === 'is' && after === 'null') return [{ kind: 'negation', at, end, becomes: 'is not' }];
  if (text === 'exists' && before !== 'not' && before !== 'if')
    return [{ kind: 'negation', at, end, becomes: 'not exists' }];
  if (text === 'not') return [{ kind: 'negation', at, end: tokens[index + 1]?.at ?? end, becomes: '' }];
  return [];
}

function numberFaults(place: Place): readonly Fault[] {
  const { tokens, index, token } = place;
  const before = tokens[index - 1]?.text ?? '';
  if (token.kind !== 'number' || !/^\d+$/.test(token.text)) return [];
  // `select 1` and `perform 1` ask for rows and not for the number; `group by 1, 2` names columns.
  if (['select', 'perform', 'limit', '.'].includes(before) || isInList(tokens, index)) return [];
  if (isOfLock(tokens, index)) return [];
  const { at, end } = token;
  const value = Number(token.text);
  const others = isOfSparing(place) ? [value + 1] : [value + 1, value - 1];
  return others.map((number) => ({
    kind: 'constant',
    at,
    end,
    becomes: number < 0 ? `(${number})` : String(number),
  }));
}

/** Whether a number is a column's place behind `group by` or `order by`. */
function isInList(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before?.text === 'by') return true;
  return before?.text === ',' && tokens[index - 2]?.kind === 'number' && isInList(tokens, index - 2);
}

/** Whether a token stands in the call of an advisory lock: it names the lock. */
function isOfLock(tokens: readonly Token[], index: number): boolean {
  const depth = tokens[index]?.depth ?? 0;
  const opened = tokens.findLastIndex((one, at) => at < index && one.depth < depth);
  if (opened < 1) return false;
  return tokens[opened - 1]?.text.includes('advisory') === true || isOfLock(tokens, opened);
}

function conditionFaults(place: Place): readonly Fault[] {
  const { tokens, index, token, text } = place;
  const next = tokens[index + 1];
  if (next === undefined) return [];
  if (token.text === 'and' && !isOfBetween(tokens, index)) {
    const end = conditionEnd(tokens, index + 1);
    return isOfPerson(tokens, index + 1, end)
      ? []
      : [{ kind: 'dropped condition', at: token.at, end: tokens[end - 1]?.end ?? token.end, becomes: '' }];
  }
  if (token.text === 'where') {
    const end = conditionEnd(tokens, index + 1);
    if (isOfPerson(tokens, index + 1, end)) return [];
    const behind = tokens[end];
    if (behind?.text === 'and' && behind.depth === token.depth)
      return [
        { kind: 'dropped condition', at: next.at, end: tokens[end + 1]?.at ?? behind.end, becomes: '' },
      ];
    if (behind?.text === 'or') return [];
    return [
      { kind: 'dropped condition', at: next.at, end: tokens[end - 1]?.end ?? next.end, becomes: 'true' },
    ];
  }
  if (token.body === 'plpgsql' && (token.text === 'if' || token.text === 'elsif') && next.text !== ';') {
    const then = tokens.findIndex(
      (one, at) => at > index && one.text === 'then' && one.depth === token.depth,
    );
    const last = tokens[then - 1];
    if (last === undefined || /case |advisory/.test(text.slice(next.at, last.end))) return [];
    const both = SPARING.test(text.slice(next.at, last.end)) ? ['false'] : ['true', 'false'];
    return both.map((becomes) => ({ kind: 'condition', at: next.at, end: last.end, becomes }));
  }
  return [];
}

/** The index behind the last token of the condition that begins at an index. */
function conditionEnd(tokens: readonly Token[], from: number): number {
  const depth = tokens[from]?.depth ?? 0;
  const at = tokens.findIndex((one, index) => {
    if (index < from) return false;
    if (one.depth < depth || one.kind === 'dollar') return true;
    if (one.depth > depth || !CONDITION_ENDS.has(one.text)) return false;
    return !(one.text === 'and' && isOfBetween(tokens, index));
  });
  return at < 0 ? tokens.length : at;
}

function isOfBetween(tokens: readonly Token[], index: number): boolean {
  const depth = tokens[index]?.depth;
  const before = tokens
    .slice(0, index)
    .findLast(
      (one) =>
        one.depth === depth && ['between', 'and', 'where', 'or', 'on', 'when', 'if', ';'].includes(one.text),
    );
  return before?.text === 'between';
}

function isOfPerson(tokens: readonly Token[], from: number, end: number): boolean {
  const words = tokens.slice(from, end).filter(({ text }) => text !== '.');
  const sign = words.findIndex(({ text }) => text === '=');
  return sign > 0 && words[sign - 1]?.text === 'user_id' && words.length - sign <= 3;
}

function orderFaults({ tokens, index, token }: Place): readonly Fault[] {
  if (token.text === 'desc') return [{ kind: 'order', at: token.at, end: token.end, becomes: 'asc' }];
  if (token.text === 'limit' && tokens[index + 1]?.text === '1')
    return [{ kind: 'dropped limit', at: token.at, end: tokens[index + 1]?.end ?? token.end, becomes: '' }];
  if (token.text !== 'by' || tokens[index - 1]?.text !== 'order') return [];
  const keyEnd = tokens.findIndex(
    (one, at) =>
      at > index &&
      (one.depth < token.depth ||
        one.kind === 'dollar' ||
        (one.depth === token.depth &&
          ['limit', 'for', ',', ';', 'desc', 'asc', 'rows', 'range', 'loop', 'offset'].includes(one.text))),
  );
  const stop = tokens[keyEnd];
  const last = tokens[keyEnd - 1];
  if (stop === undefined || last === undefined || ['desc', 'asc'].includes(stop.text)) return [];
  if (isOrderOfLocks(tokens, index)) return [];
  return [{ kind: 'order', at: last.end, end: last.end, becomes: ' desc' }];
}

function isOrderOfLocks(tokens: readonly Token[], index: number): boolean {
  const { depth = 0 } = tokens[index] ?? {};
  const end = tokens.findIndex(
    (one, at) => at > index && (one.depth < depth || one.text === ';' || one.kind === 'dollar'),
  );
  return tokens
    .slice(index, end)
    .some(
      (one, at, all) => one.text === 'for' && ['update', 'share', 'no'].includes(all[at + 1]?.text ?? ''),
    );
}

function statementFaults({ tokens, index, token, text }: Place): readonly Fault[] {
  const before = tokens[index - 1];
  if (token.body !== 'plpgsql' || token.depth > 0 || before === undefined) return [];
  if (before.body === undefined || !STATEMENT_STARTS.has(before.text)) return [];
  const isAssignment = token.kind === 'word' && tokens[index + 1]?.text === ':=';
  if (!DROPPED_STATEMENTS.has(token.text) && !isAssignment) return [];
  const end = tokens.findIndex((one, at) => at > index && one.text === ';' && one.depth === 0);
  const last = tokens[end - 1];
  if (last === undefined || /\bfor (update|share|no key)\b|advisory/.test(text.slice(token.at, last.end)))
    return [];
  // Declarations stand before `begin` and end with a semicolon, too.
  const opened = tokens
    .slice(0, index)
    .findLast((one) => one.text === 'declare' || one.text === 'begin' || one.kind === 'dollar');
  if (opened?.text !== 'begin') return [];
  return [{ kind: 'dropped statement', at: token.at, end: last.end, becomes: 'null' }];
}
