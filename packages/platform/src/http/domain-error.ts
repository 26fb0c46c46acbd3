export interface RefusalDetails {
  /** Seconds after which the same call may work. */
  readonly retryAfterSeconds?: number;
}

/**
 * An expected refusal, by a code that who asked can act upon. It is thrown, not returned, because a throw inside a
 * transaction rolls it back and a returned error would commit. A product gives it the codes of its contract.
 */
export class DomainError<
  Code extends string = string,
  Details extends RefusalDetails = RefusalDetails,
> extends Error {
  readonly code: Code;
  readonly details: Details;

  constructor(code: Code, details: Details = {} as Details) {
    super(code);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}
