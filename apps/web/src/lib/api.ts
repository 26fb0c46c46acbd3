import type { EndpointCall, SentOf, ToldBy } from '@mohlat/contract';
import { fetchWithin } from './answer-limit.ts';
import { takeAskedEarly } from './asked-early.ts';
import { accessToken, ownerOfTab, renewSession } from './auth.ts';
import { currentLanguage } from './language.ts';
import { keptAnswer, readWithKept } from './kept-answers.ts';
import { NetworkError, readProblem } from './problem.ts';
import { setClockBy } from './product-clock.ts';
import { isClosingLost, keepLostClosing } from './session-state.ts';
import { askSecondFactor } from './step-up.ts';

type Given<Name extends string, Value> = [Value] extends [never]
  ? { readonly [K in Name]?: undefined }
  : { readonly [K in Name]: Value };
type QueryInput<E> = [SentOf<E, 'query'>] extends [never]
  ? { readonly query?: undefined }
  : { readonly query?: Partial<SentOf<E, 'query'>> };

/** The input of a call, from its declaration: parameters, body, and the idempotency key where money moves. */
export type CallInput<E> = Given<'params', SentOf<E, 'params'>> &
  Given<'body', SentOf<E, 'body'>> &
  QueryInput<E> &
  (E extends { idempotent: true }
    ? { readonly idempotencyKey: string }
    : { readonly idempotencyKey?: undefined }) & {
    readonly signal?: AbortSignal | undefined;
  };
export type Answer<E> = [ToldBy<E>] extends [never] ? undefined : ToldBy<E>;

const BASE = '/api/v1';

type Scalar = string | number | boolean | undefined;

/** Fills `{id}` in a path and appends the query; undefined values are left out. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, Scalar>;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, Scalar>)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return `${BASE}${filled}${text === '' ? '' : `?${text}`}`;
}

interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

async function send(declaration: EndpointCall, input: RawInput): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage() });
  const token = await accessToken();
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (input.idempotencyKey !== undefined) headers.set('Idempotency-Key', input.idempotencyKey);
  const init: RequestInit = { method: declaration.method, headers };
  if (input.signal) init.signal = input.signal;
  if (input.body instanceof Blob) {
    headers.set('Content-Type', 'application/octet-stream');
    init.body = input.body;
  } else if (input.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = JSON.stringify(input.body);
  }
  const address = addressOf(declaration.path, input.params, input.query);
  const asker = ownerOfTab();
  const isRead = declaration.method === 'GET';
  const early = isRead ? takeAskedEarly(address, token, currentLanguage()) : undefined;
  const known = isRead ? keptAnswer(asker, address) : undefined;
  if (known) headers.set('If-None-Match', known.tag);
  try {
    // A change's dialog stays open until its answer. Bytes take as long as the line needs for them, and their sender bounds that.
    const isBounded = !isRead && !(input.body instanceof Blob);
    const response = await (early ?? (isBounded ? fetchWithin : fetch)(address, init));
    setClockBy(response);
    return isRead ? await readWithKept(asker, address, response, known) : response;
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new NetworkError('The request or its answer was lost', { cause: error });
  }
}

/**
 * Calls an endpoint of the contract. A 401 is tried once more with a fresh token; if the session is over, the shell
 * asks for a log-in over the open screen, which keeps what was typed.
 * Throws: ProblemError, NetworkError.
 */
export async function call<const E extends EndpointCall>(
  declaration: E,
  input: CallInput<E>,
): Promise<Answer<E>> {
  const response = await sendAuthorised(declaration, input);
  return readAnswer(response);
}

async function readAnswer<E>(response: Response): Promise<Answer<E>> {
  if (response.status === 204) return undefined as Answer<E>;
  try {
    return (await response.json()) as Answer<E>;
  } catch (error) {
    throw new NetworkError('The answer broke off', { cause: error });
  }
}

/** As `call`, with bytes for a body: a part of a recording. The signal bounds it; a form is sent by `sendForm`. */
export async function callWithBytes<const E extends EndpointCall>(
  declaration: E,
  input: CallInput<E>,
  body: Blob,
): Promise<Answer<E>> {
  const response = await sendAuthorised(declaration, { ...input, body });
  return readAnswer(response);
}

/** As `call`, for answers that are files: PDF, CSV. */
export async function callForFile<const E extends EndpointCall>(
  declaration: E,
  input: CallInput<E>,
): Promise<Blob> {
  const response = await sendAuthorised(declaration, input);
  return response.blob();
}

/** Refusals that end when the second factor is shown: the shell asks for it over the open screen. */
const FACTOR_CODES: ReadonlySet<string> = new Set(['mfa_required', 'step_up_required']);

async function sendAuthorised(declaration: EndpointCall, input: RawInput): Promise<Response> {
  const wasClosingLost = isClosingLost();
  const response = await insist(declaration, () => send(declaration, input));
  // The server still knows this person: the closing whose answer was lost before has closed nothing.
  if (wasClosingLost && declaration.access !== 'public') keepLostClosing(false);
  return response;
}

/**
 * Sends, and once more where a fresh token or the second factor is what was missing. Throws ProblemError, and NetworkError for
 * a change while there is no network.
 */
export async function insist(
  { access, method }: Pick<EndpointCall, 'access' | 'method'>,
  attempt: () => Promise<Response>,
): Promise<Response> {
  // The auth client goes on for half a minute to renew a token: the change would be sent after it was called off.
  if (method !== 'GET' && !navigator.onLine) throw new NetworkError('There is no network');
  const owner = ownerOfTab();
  // A call that one person began is not retried in the name of another, who logged in meanwhile.
  const isSame = () => owner === undefined || owner === ownerOfTab();
  let response = await attempt();
  if (response.status === 401 && access !== 'public' && (await renewSession()) && isSame())
    response = await attempt();
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (!FACTOR_CODES.has(problem.code)) throw problem;
  const shown = await askSecondFactor();
  if (shown === false || !isSame()) throw problem;
  response = await attempt();
  if (response.ok) return response;
  const again = await readProblem(response);
  // The open session enrolled what was shown: another log-in is what it wants.
  if (again.code === 'step_up_required') again.instead = shown;
  throw again;
}
