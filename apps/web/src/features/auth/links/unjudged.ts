import type { AuthSentences } from '../../../lib/auth-sentences.en.ts';

/** The auth service said nothing of what it was asked: it was not reached (status 0), or had no time. */
export class Unjudged extends Error {
  override readonly name = 'Unjudged';
  readonly status: number;

  constructor(status: number) {
    super('The auth service did not judge the request');
    this.status = status;
  }

  /** Whether it may have been done all the same. */
  get isLost(): boolean {
    return this.status !== 429;
  }
}

/** Whether an answer of this status leaves open what was asked. */
export const isUnjudged = (status: number): boolean => status === 0 || status === 429 || status >= 500;

/** Asks the auth service by hand, where its client would change the session kept here. Throws Unjudged. */
export async function askAuth(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(`/auth/v1${path}`, init).catch(() => undefined);
  const status = response?.status ?? 0;
  if (response === undefined || isUnjudged(status)) throw new Unjudged(status);
  return response;
}

/** The sentence a person reads for it. */
export function unjudgedText(error: unknown, { errors }: Pick<AuthSentences, 'errors'>): string | undefined {
  if (!(error instanceof Unjudged)) return errors['unknown'];
  if (error.status === 0) return errors['network'];
  return error.status === 429 ? errors['over_request_rate_limit'] : errors['busy'];
}
