import type { ErrorCode } from '@mohlat/contract';

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface Details {
  readonly errors?: readonly FieldError[];
  /** Seconds after which the same call may work. */
  readonly retryAfterSeconds?: number;
  /** A sentence more precise than the catalogue's. */
  readonly detail?: string;
  /** Among colleagues: who was first, by name, and when. */
  readonly first?: { readonly by: string | null; readonly at: Date };
}

/**
 * An expected refusal: a code of the contract. It is thrown, not returned, because a throw inside a
 * transaction rolls it back and a returned error would commit.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/** A bug of ours: something that cannot be, is. Its message is a fixed text and may be logged. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Marks the impossible. What fails here is a bug: it becomes `internal` and is logged. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantBroken(message);
}
