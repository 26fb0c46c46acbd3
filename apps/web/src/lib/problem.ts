import { CLIENT_ERRORS, type Problem, type Retry } from '@mohlat/contract';

export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** An answer of the API that says no, with everything a screen needs to say why. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: string;
  readonly status: number;
  readonly requestId: string;
  readonly fieldErrors: readonly FieldProblem[];
  readonly retry: Retry;
  /** Set where another was quicker, and known. */
  readonly first: Problem['first'];
  /** Set on 429 and 503 where the server named a time. */
  readonly retryAfterSeconds: number | undefined;
  /** Said in place of the code's own sentence, in the language of the screen. */
  instead: string | undefined;

  constructor(problem: Problem, retryAfterSeconds?: number) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.requestId = problem.requestId;
    this.fieldErrors = problem.errors ?? [];
    this.first = problem.first;
    this.retry = problem.retry ?? (problem.status >= 500 ? 'same_key' : 'never');
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** An address that was cut short names nothing: its reader has no field to mend. */
  private get isOfAddress(): boolean {
    return (
      this.code === 'validation_failed' &&
      this.fieldErrors.length > 0 &&
      this.fieldErrors.every(({ path }) => path === 'id')
    );
  }

  /** Reading it again would answer the same: there is no such thing. What a user may not see yet, they may see later. */
  get isFinal(): boolean {
    return this.status === 404 || this.status === 410 || this.isOfAddress;
  }

  /** The sentence for a person: the server's own, which came in the language of the page that asked. */
  sentence(language: 'en' | 'hi'): string {
    if (this.instead) return this.instead;
    if (this.isOfAddress) return CLIENT_ERRORS.not_found[language];
    if (this.message !== '') return this.message;
    return this.code === 'service_unavailable'
      ? CLIENT_ERRORS.service_unavailable[language]
      : CLIENT_ERRORS.internal[language];
  }
}

/** The request or its answer was lost on the way: whether the server acted is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Whether the server knows no user behind the request, or not any more. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof ProblemError && (error.code === 'unauthorized' || error.code === 'session_ended');
}

/** One sentence for whatever was thrown. */
export function errorText(error: unknown, language: 'en' | 'hi'): string {
  if (error instanceof ProblemError) return error.sentence(language);
  if (error instanceof NetworkError) {
    return language === 'hi'
      ? 'इंटरनेट कनेक्शन नहीं है। जुड़ते ही फिर कोशिश करें।'
      : 'There is no connection. Try again when you are back online.';
  }
  return CLIENT_ERRORS.internal[language];
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;
}

/** Reads an answer that is not ok; anything that is not a problem document becomes `internal` or `service_unavailable`. */
export async function readProblem(response: Response): Promise<ProblemError> {
  const requestId = response.headers.get('x-request-id') ?? '';
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body: unknown = await response.json().catch(() => undefined);
  // A gateway that got no answer does not know whether the server acted.
  const isUnanswered = response.status === 502 || response.status === 504;
  const code = isUnanswered || response.status === 503 ? 'service_unavailable' : 'internal';
  const problem: Problem = isProblem(body)
    ? { ...body, requestId: body.requestId || requestId }
    : {
        type: 'about:blank',
        title: response.statusText,
        status: response.status,
        code,
        detail: '',
        retry: isUnanswered ? 'same_key' : CLIENT_ERRORS[code].retry,
        requestId,
      };
  return new ProblemError(problem, Number.isFinite(retryAfter) ? retryAfter : undefined);
}
