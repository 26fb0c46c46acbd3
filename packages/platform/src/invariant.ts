/** A bug of ours: something that cannot be, is. Its message is a fixed text and may be logged. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Marks the impossible. What fails here is a bug: it becomes `internal` and is logged. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantBroken(message);
}
