/** One thing out of order: where, what, and how to mend it. */
export interface Finding {
  readonly at: string;
  readonly what: string;
  readonly mend: string;
}

/** A look at the house; it may read files and run programs, and leaves nothing behind. */
export type Look = (files: readonly string[]) => Promise<readonly Finding[]> | readonly Finding[];
