import { ERRORS, type ErrorCode, type Problem } from '@mohlat/contract';
import { vi } from 'vitest';

export interface Sent {
  readonly method: string;
  /** Path below /api/v1, query included. */
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

export type Answer = readonly [status: number, body: unknown] | Error;
/** By "METHOD /path" without the query; a function sees the request, a list answers one after another. */
export type Answers = Record<string, Answer | readonly Answer[] | ((sent: Sent) => Answer)>;

function isList(value: unknown): value is readonly Answer[] {
  return Array.isArray(value) && (Array.isArray(value[0]) || value[0] instanceof Error);
}

const realTimeout = globalThis.setTimeout;
const APART_MS = 2;
const onTheWay: (() => void)[] = [];

function deliver(): void {
  onTheWay.pop()?.();
  if (onTheWay.length > 0) realTimeout(deliver, APART_MS);
}

/**
 * Answers come in the worst order: none at once, and of those asked for together the last one first. A test that reads
 * what has not arrived yet fails every time, and not one day on a slow machine. Where timers stand still, nothing waits.
 */
export async function arrival(): Promise<void> {
  if (globalThis.setTimeout !== realTimeout) return;
  await new Promise<void>((resolve) => {
    onTheWay.push(resolve);
    if (onTheWay.length === 1) realTimeout(deliver, APART_MS);
  });
}

/** Stands where the network begins. Returns what was sent, in order, and a way to change later answers. */
export function stubNetwork(answers: Answers) {
  const sent: Sent[] = [];
  const served = new Map<string, number>();
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input instanceof Request ? input.url : input), 'http://localhost');
    const path = url.pathname.replace('/api/v1', '');
    const method = init?.method ?? 'GET';
    const request: Sent = {
      method,
      path: path + url.search,
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {},
      headers: new Headers(init?.headers),
    };
    sent.push(request);
    const key = `${method} ${path}`;
    const found = answers[key] ?? problem(404, 'not_found', 'We could not find this.');
    const turn = served.get(key) ?? 0;
    served.set(key, turn + 1);
    const answer = answerOf(found, request, turn);
    await arrival();
    if (answer instanceof Error) throw answer;
    const [status, body] = answer;
    const told = isProblem(body) ? asTheServer(body, request.headers) : body;
    return new Response(status === 204 ? null : JSON.stringify(told), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  });
  vi.stubGlobal('XMLHttpRequest', Upload);
  return { sent, answers };
}

/** Uploads leave by another way than calls, and arrive at the same place. */
class Upload extends EventTarget {
  readonly upload = new EventTarget();
  readonly #headers: Record<string, string> = {};
  #method = '';
  #address = '';
  #answer = new Response();
  responseText = '';
  get status(): number {
    return this.#answer.status;
  }
  open(method: string, address: string): void {
    [this.#method, this.#address] = [method, address];
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }
  getResponseHeader(name: string): string | null {
    return this.#answer.headers.get(name);
  }
  abort(): void {
    this.#end('abort');
  }
  send(body: FormData): void {
    const init = { method: this.#method, headers: this.#headers, body };
    void fetch(this.#address, init)
      .then(async (answer) => {
        this.#answer = answer;
        this.responseText = await answer.text();
        this.#end('load');
      })
      .catch(() => this.#end('error'));
  }
  #end(how: string): void {
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event('loadend'));
  }
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'code' in body && 'requestId' in body;
}

/** Adds what the server takes from the catalogue: when to try again, and the sentence in the language of the request. */
function asTheServer(problem: Problem, headers: Headers): Problem {
  if (!Object.hasOwn(ERRORS, problem.code)) return problem;
  const { retry, hi } = ERRORS[problem.code as ErrorCode];
  return { ...problem, retry, detail: headers.get('accept-language') === 'hi' ? hi : problem.detail };
}

function answerOf(found: Answers[string], request: Sent, turn: number): Answer {
  if (typeof found === 'function') return found(request);
  if (isList(found)) return found[Math.min(turn, found.length - 1)] ?? new TypeError('no answer left');
  return found;
}

/** An answer that says no, as the API says it. */
export function problem(
  status: number,
  code: string,
  detail: string,
  errors?: readonly { path: string; message: string }[],
): Answer {
  return [
    status,
    {
      type: 'about:blank',
      title: code,
      status,
      code,
      detail,
      requestId: 'req-1',
      ...(errors === undefined ? {} : { errors }),
    },
  ];
}

export const page = (items: readonly unknown[], nextCursor: string | null = null): Answer => [
  200,
  { items, nextCursor },
];

/** Keeps what is sent from now on on its way until the test lets it arrive. */
export function holdNetwork(): () => void {
  const send = globalThis.fetch;
  const gate = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await gate.promise;
    return send(...request);
  });
  return gate.resolve;
}
