import { accessToken } from './auth.ts';

export interface ServerEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** Cuts a server-sent-events stream into events; keeps what has not ended yet for the next chunk. */
export function createEventParser(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let buffer = '';
  return (chunk) => {
    // Normalised after joining: a chunk may end between \r and \n.
    buffer = (buffer + chunk).replaceAll('\r\n', '\n');
    let end = buffer.indexOf('\n\n');
    while (end >= 0) {
      const event = readBlock(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (event) onEvent(event);
      end = buffer.indexOf('\n\n');
    }
  };
}

function readBlock(block: string): ServerEvent | undefined {
  let name = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 && name === 'message' ? undefined : { name, id, data: data.join('\n') };
}

interface EventsInput {
  readonly onEvent: (event: ServerEvent) => void;
  /** Called instead while no stream stands: after some 2 s, 5 s, then every 15 s. */
  readonly onPoll: () => void;
}

const POLL_SECONDS = [2, 5, 15] as const;

/**
 * A network that goes without a word leaves the stream open. The server sends a heartbeat every 20 seconds: two that did not come say that
 * the connection is dead. What was missed meanwhile the server still remembers, for a minute.
 */
const SILENCE_MS = 45_000;

/**
 * Listens to `/events`. EventSource cannot send the bearer, so the stream is read by hand; it resumes where it broke
 * off, and while it is down the caller asks instead. Returns the way to stop.
 */
export function startEvents({ onEvent, onPoll }: EventsInput): () => void {
  const abort = new AbortController();
  let lastEventId: string | undefined;
  let failures = 0;
  // The content of the page was asked for no earlier than the page was opened, which is 0 on its clock.
  let askedAt = 0;
  const parse = createEventParser((event) => {
    if (event.id !== undefined) lastEventId = event.id;
    onEvent(event);
  });
  const run = async () => {
    while (!abort.signal.aborted) {
      try {
        await readStream({ signal: abort.signal, lastEventId, askedAt, parse }, () => {
          failures = 0;
        });
      } catch {
        // A broken stream is ordinary: the wait below asks instead and then listens again.
      }
      if (abort.signal.aborted) return;
      await pause(POLL_SECONDS[Math.min(failures, POLL_SECONDS.length - 1)] ?? 15, abort.signal);
      failures += 1;
      if (abort.signal.aborted) return;
      askedAt = performance.now();
      onPoll();
    }
  };
  void run();
  return () => abort.abort();
}

interface StreamInput {
  readonly signal: AbortSignal;
  readonly lastEventId: string | undefined;
  /** When what is on the page was asked for, on the page's own clock. */
  readonly askedAt: number;
  readonly parse: (chunk: string) => void;
}

async function readStream(
  { signal, lastEventId, askedAt, parse }: StreamInput,
  onOpen: () => void,
): Promise<void> {
  const token = await accessToken();
  if (token === undefined || signal.aborted) return;
  const headers = new Headers({
    Accept: 'text/event-stream',
    Authorization: `Bearer ${token}`,
    // The server replays the events that came after `askedAt` and before the stream was open.
    'X-Page-Age': String(Math.ceil(performance.now() - askedAt)),
  });
  if (lastEventId !== undefined) headers.set('Last-Event-ID', lastEventId);
  const stream = new AbortController();
  const giveUp = () => stream.abort();
  let timer = setTimeout(giveUp, SILENCE_MS);
  signal.addEventListener('abort', giveUp);
  try {
    const response = await fetch('/api/v1/events', {
      headers,
      signal: stream.signal,
      cache: 'no-store',
    });
    if (!response.ok || !response.body) return;
    onOpen();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(giveUp, SILENCE_MS);
      parse(value);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

/** With jitter, from half to one and a half of the time: a server that stops ends the streams of all its pages at one moment. */
function pause(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000 * (0.5 + fraction()));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** From 0 to just below 1. */
function fraction(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}
