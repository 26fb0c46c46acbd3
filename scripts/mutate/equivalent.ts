/** A fault that changes nothing anybody can see, and why. It is known by its changed line. */
export interface Equivalent {
  readonly file: string;
  /** The line as it stands, and as the fault leaves it, without the space around. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
}

/** Several faults of one line that nobody can see, for one reason. */
export const alike = (line: Omit<Equivalent, 'after'>, ...after: readonly string[]): readonly Equivalent[] =>
  after.map((one) => ({ ...line, after: one }));
