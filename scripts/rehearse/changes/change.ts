/** One file of a change: a new one, or an old one in which text is put after lines that stand there once. */
export type Edit =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly puts: readonly Put[] };

interface Put {
  /** The beginning of a line, without its indent, that stands in the file once. */
  readonly at: string;
  readonly after?: string;
  readonly before?: string;
  /** Stands in place of the line. */
  readonly instead?: string;
}

/** A change that a developer could be asked for, in the least that passes the type check. */
export interface Change {
  readonly about: string;
  /** The files that it may open. */
  readonly filesMax: number;
  readonly edits: readonly Edit[];
  /** Files that are written by a command afterwards. They count apart. */
  readonly generated: readonly string[];
}

/** The text of a file after a change. Throws where an anchor no longer stands there once: the change is to be written again. */
export function changed(
  source: string,
  { file, puts }: { readonly file: string; readonly puts: readonly Put[] },
) {
  return puts.reduce((text, { at, after, before, instead }) => {
    const lines = text.split('\n');
    const found = lines.flatMap((line, index) => (line.trimStart().startsWith(at) ? [index] : []));
    const [index] = found;
    if (index === undefined || found.length > 1)
      throw new Error(`${file}: "${at}" begins ${found.length} lines and not one. Write the change anew.`);
    const put = [
      ...(before === undefined ? [] : [before]),
      instead ?? lines[index]!,
      ...(after === undefined ? [] : [after]),
    ];
    return [...lines.slice(0, index), ...put, ...lines.slice(index + 1)].join('\n');
  }, source);
}
