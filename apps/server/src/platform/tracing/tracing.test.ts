import { expect, test } from 'vitest';
import { openTracing } from './open-tracing.ts';
import { tracingFromEnv } from './tracing.ts';

test('given no endpoint, nothing is traced', async () => {
  expect(await openTracing({}, 'all')).toBeUndefined();
});

test('given the endpoint of a collector, its path for traces is added', () => {
  const read = tracingFromEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-team=pay',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  });
  expect(read).toEqual({
    url: 'http://localhost:4318/v1/traces',
    headers: { authorization: 'Bearer abc', 'x-team': 'pay' },
    serviceName: 'mohlat',
    share: 0.25,
  });
});

test.each([
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://collector' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_TRACES_SAMPLER_ARG: '2' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'token' },
])('given %j, the start stops', (env) => {
  expect(() => tracingFromEnv(env)).toThrow(/OTEL_/);
});
