/** A word or sign of SQL that counts: no space, no comment. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign' | 'dollar';
  /** In small letters, unless it is a string. */
  readonly text: string;
  readonly at: number;
  readonly end: number;
  /** The number of brackets open around it; the brackets themselves belong outside. */
  readonly depth: number;
  /** The language of the function whose body it stands in; undefined outside of one, and in a block that is run once. */
  readonly body: 'sql' | 'plpgsql' | undefined;
}

const SKIPPED = /(?:\s+|--[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const KINDS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['string', /'(?:[^']|'')*'/y],
  ['word', /"(?:[^"]|"")*"|[A-Za-z_]\w*/y],
  ['dollar', /\$\w*\$/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['sign', /:=|=>|::|->>|->|#>>|<@|@>|<=|>=|<>|!=|\|\||\.\.|./y],
];

/** The tokens of a file of functions. The text between two `$$` is a body, read as the language named before it. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  let language: 'sql' | 'plpgsql' = 'plpgsql';
  let isQuoted = false;
  let isBody = false;
  for (let at = skip(text, 0); at < text.length;) {
    const [kind, found] = match(text, at);
    const word = kind === 'string' ? found : found.toLowerCase();
    if (word === ')' || word === ']') depth -= 1;
    if (kind === 'dollar') {
      isQuoted = !isQuoted;
      isBody = isQuoted && tokens.at(-1)?.text !== 'do';
      depth = 0;
    }
    if (!isBody && tokens.at(-1)?.text === 'language' && (word === 'sql' || word === 'plpgsql'))
      language = word;
    const end = at + found.length;
    const body = isBody && kind !== 'dollar' ? language : undefined;
    tokens.push({ kind, text: word, at, end, depth, body });
    if (word === '(' || word === '[') depth += 1;
    at = skip(text, end);
  }
  return tokens;
}

function skip(text: string, at: number): number {
  SKIPPED.lastIndex = at;
  return at + (SKIPPED.exec(text)?.[0].length ?? 0);
}

function match(text: string, at: number): readonly [Token['kind'], string] {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return [kind, found];
  }
  throw new Error(`A sign of SQL that is not known: ${text.slice(at, at + 20)}`);
}
