import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Span, Trail } from '#platform/tracing/trail.ts';
import type { Tracing, TracingConfig } from './tracing.ts';

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const;
/** A collector that does not answer holds up no stop of a process. */
const SEND_WITHIN_MS = 3000;

/** Sends trails to a collector as OpenTelemetry's spans, in bunches, beside the work. What a collector does not take is lost. */
export function startTracing({ url, headers, serviceName, share }: TracingConfig, role: string): Tracing {
  const ids = new Ids();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'mohlat.role': role }),
    // By the trace's id alone, so that every process decides the same of one payment.
    sampler: new TraceIdRatioBasedSampler(share),
    idGenerator: ids,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: SEND_WITHIN_MS }),
        exportTimeoutMillis: SEND_WITHIN_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('mohlat');

  function send(span: Span, parent: Context, given?: SpanIds): void {
    ids.given = given;
    const sent = tracer.startSpan(
      span.name,
      { kind: KINDS[span.kind], startTime: span.startedAt, attributes: { ...span.facts } },
      parent,
    );
    ids.given = undefined;
    if (span.error !== undefined) sent.setStatus({ code: SpanStatusCode.ERROR, message: span.error });
    const context = trace.setSpan(ROOT_CONTEXT, sent);
    for (const part of span.parts) send(part, context);
    sent.end(span.endedAt);
  }

  return {
    deliver({ root, subject, isFirst }: Trail) {
      const of = subject === undefined ? undefined : idsOf(subject);
      if (of === undefined || isFirst) send(root, ROOT_CONTEXT, of);
      else send(root, trace.setSpanContext(ROOT_CONTEXT, remote(of)));
    },
    close: () => provider.shutdown(),
  };
}

interface SpanIds {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * The trace of a thing has the thing's own id, a UUID being as long as a trace's; its first span has the latter half. So every
 * process finds the trace without having been told, after a crash and days later too, and the id alone finds it.
 */
function idsOf(subject: string): SpanIds {
  const traceId = subject.replaceAll('-', '');
  return { traceId, spanId: traceId.slice(16) };
}

function remote(of: SpanIds) {
  return { ...of, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** Ids by chance, but for the one span that is being begun with given ones. */
class Ids implements IdGenerator {
  given: SpanIds | undefined;
  readonly #chance = new RandomIdGenerator();

  generateTraceId(): string {
    return this.given?.traceId ?? this.#chance.generateTraceId();
  }

  generateSpanId(): string {
    return this.given?.spanId ?? this.#chance.generateSpanId();
  }
}
