import type { EndpointCall, SentOf } from '@mohlat/contract';
import { type Answer, addressOf, insist } from './api.ts';
import { accessToken } from './auth.ts';
import { currentLanguage } from './language.ts';
import { NetworkError } from './problem.ts';

/** The parameters of a form, and who hears which share of it has gone. */
interface How<E> {
  readonly params?: SentOf<E, 'params'>;
  readonly onProgress?: (share: number) => void;
}

/**
 * Sends a form with a file and tells how much of it has gone, which `fetch` cannot. One that moves no more for a minute and a half is
 * lost, however long the whole takes. Otherwise as `call`.
 * Throws: ProblemError, NetworkError.
 */
export async function sendForm<const E extends EndpointCall>(
  declaration: E,
  form: FormData,
  how: How<E> = {},
): Promise<Answer<E>> {
  const response = await insist(declaration, () => post(declaration, form, how));
  return (await response.json()) as Answer<E>;
}

/** After this long without a byte going out, or an answer to the last of them, an upload counts as lost. */
const HANGING_MS = 90_000;

async function post(
  { method, path }: EndpointCall,
  form: FormData,
  { params, onProgress }: How<unknown>,
): Promise<Response> {
  const token = await accessToken();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, addressOf(path, params, undefined));
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('Accept-Language', currentLanguage());
    if (token !== undefined) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved();
      if (total > 0) onProgress?.(loaded / total);
    });
    // However large the file is: nothing has moved for this long.
    let hangs = setTimeout(() => request.abort(), HANGING_MS);
    const moved = () => {
      clearTimeout(hangs);
      hangs = setTimeout(() => request.abort(), HANGING_MS);
    };
    request.addEventListener('loadend', () => clearTimeout(hangs));
    const lost = () => reject(new NetworkError('The request or its answer was lost'));
    request.addEventListener('error', lost);
    request.addEventListener('abort', lost);
    request.addEventListener('load', () => resolve(new Response(request.responseText, answerOf(request))));
    request.send(form);
  });
}

function answerOf(request: XMLHttpRequest): ResponseInit {
  const headers = new Headers();
  for (const name of ['content-type', 'retry-after']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return { status: request.status, headers };
}
