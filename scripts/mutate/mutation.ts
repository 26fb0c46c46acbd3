import { createHash } from 'node:crypto';

/** One small fault: in a file, the text between two positions becomes another. */
export interface Mutation {
  readonly file: string;
  readonly at: number;
  readonly end: number;
  readonly becomes: string;
  /** The sort of fault, such as `boundary`; of a named one its name. */
  readonly kind: string;
}

/** A mutation with the lines it changes, as people read them. */
export interface Mutant extends Mutation {
  /** Stays the same while these lines do, wherever they stand in the file. */
  readonly key: string;
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export function applyMutation(text: string, { at, end, becomes }: Omit<Mutation, 'file' | 'kind'>): string {
  return text.slice(0, at) + becomes + text.slice(end);
}

/** The mutations of a file with their lines. Where the same line stands twice in it, the second fault is told by its number. */
export function mutantsOf(mutations: readonly Mutation[], text: string): readonly Mutant[] {
  const seen = new Map<string, number>();
  return mutations.map((mutation) => {
    const mutant = mutantOf(mutation, text);
    const times = (seen.get(mutant.key) ?? 0) + 1;
    seen.set(mutant.key, times);
    return times === 1 ? mutant : { ...mutant, key: `${mutant.key}-${times}` };
  });
}

/** The mutation with its lines. Two faults in one line differ by what the line becomes. */
export function mutantOf(mutation: Mutation, text: string): Mutant {
  const { file, at, end, becomes, kind } = mutation;
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const newline = text.indexOf('\n', end);
  const to = newline < 0 ? text.length : newline;
  const before = linesOf(text.slice(from, to));
  const after = linesOf(text.slice(from, at) + becomes + text.slice(end, to));
  const line = text.slice(0, from).split('\n').length;
  const key = createHash('sha256')
    .update(JSON.stringify([file, kind, before, after]))
    .digest('hex')
    .slice(0, 8);
  return { ...mutation, key, line, before, after };
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The diff of a fault, one line for each line lost and won. Long statements are cut in the middle. */
export function diffOf({ before, after }: Pick<Mutant, 'before' | 'after'>): readonly string[] {
  return [...cut(before).map((line) => `- ${line}`), ...cut(after).map((line) => `+ ${line}`)];
}

const LINES_MAX = 6;

function cut(lines: readonly string[]): readonly string[] {
  if (lines.length <= LINES_MAX) return lines;
  return [...lines.slice(0, LINES_MAX / 2), '…', ...lines.slice(-LINES_MAX / 2)];
}
