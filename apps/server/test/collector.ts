import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number;
}

/** A span as OTLP's JSON has it. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  readonly status: { readonly code?: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** A collector of traces on this machine, as one of OpenTelemetry's would stand there. */
export interface Collector {
  readonly url: string;
  /** Everything that came, as it came. */
  text(): string;
  spans(): readonly SentSpan[];
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join('\n'),
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The spans of one trace as a tree, in the order in which they began, with the milliseconds since its beginning and what each took. */
export function drawTrace(spans: readonly SentSpan[]): string {
  const ordered = spans.toSorted((a, b) =>
    BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1,
  );
  const known = new Set(ordered.map(({ spanId }) => spanId));
  const began = BigInt(ordered[0]?.startTimeUnixNano ?? 0);
  const ms = (nanos: bigint) => (Number(nanos) / 1e6).toFixed(1);
  const draw = (span: SentSpan, depth: number): string[] => {
    const [from, to] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
    return [
      `${ms(from - began).padStart(9)} ${ms(to - from).padStart(9)}  ${'  '.repeat(depth)}${span.name}`,
      ...ordered.filter((one) => one.parentSpanId === span.spanId).flatMap((one) => draw(one, depth + 1)),
    ];
  };
  const roots = ordered.filter(({ parentSpanId }) => !parentSpanId || !known.has(parentSpanId));
  return ['  from, ms  took, ms', ...roots.flatMap((one) => draw(one, 0))].join('\n');
}
