import { ConfigError, type Env, readNumber, readSecret } from '@mohlat/platform/config/secrets.ts';
import type { Trail } from '#platform/tracing/trail.ts';

/** Takes what requests and jobs did to the collector. */
export interface Tracing {
  deliver(trail: Trail): void;
  /** Sends what is still to be sent, for a few seconds at most. */
  close(): Promise<void>;
}

export interface TracingConfig {
  /** Where OTLP over HTTP is taken in, its path included. */
  readonly url: string;
  /** Beside those that say what is sent: a token, say. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of traces that is kept, of 1. A payment's is kept whole or not at all. */
  readonly share: number;
}

/**
 * Reads where traces go, under the names that OpenTelemetry gave them; undefined where none are wanted.
 * Throws ConfigError for what is not usable.
 */
export function tracingFromEnv(env: Env): TracingConfig | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined;
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base && `${base.replace(/\/$/, '')}/v1/traces`);
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ConfigError(
      `OTEL_EXPORTER_OTLP_ENDPOINT is "${url}"; use an address such as http://localhost:4318`,
    );
  const share = readNumber(env, 'OTEL_TRACES_SAMPLER_ARG', 1);
  if (!(share >= 0 && share <= 1)) throw new ConfigError('OTEL_TRACES_SAMPLER_ARG is a share from 0 to 1');
  return {
    url,
    headers: readHeaders(readSecret(env, 'OTEL_EXPORTER_OTLP_HEADERS') ?? ''),
    serviceName: env.OTEL_SERVICE_NAME || 'mohlat',
    share,
  };
}

/** `name=value` by commas, each encoded as in an address. */
function readHeaders(text: string): Record<string, string> {
  const entries = text.split(',').filter((one) => one.trim() !== '');
  return Object.fromEntries(
    entries.map((entry) => {
      const [name = '', ...rest] = entry.split('=');
      if (rest.length === 0) throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS is name=value by commas');
      return [name.trim(), decodeURIComponent(rest.join('=').trim())];
    }),
  );
}
