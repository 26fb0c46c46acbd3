import type { ErrorCode } from '@mohlat/contract';
import { DomainError as AnyDomainError, type RefusalDetails } from '@mohlat/platform/http/domain-error.ts';

export { InvariantBroken, invariant } from '@mohlat/platform/invariant.ts';

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

interface Details extends RefusalDetails {
  readonly errors?: readonly FieldError[];
  /** A sentence more precise than the catalogue's. */
  readonly detail?: string;
  /** Among colleagues: who was first, by name, and when. */
  readonly first?: { readonly by: string | null; readonly at: Date };
}

/** An expected refusal: a code of the contract. Those of the platform (`busy`) are of the same class. */
export type DomainError = AnyDomainError<ErrorCode, Details>;
export const DomainError: new (code: ErrorCode, details?: Details) => DomainError = AnyDomainError;
