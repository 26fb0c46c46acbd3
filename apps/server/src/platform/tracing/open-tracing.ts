import type { Env } from '@mohlat/platform/config/secrets.ts';
import { type Tracing, tracingFromEnv } from './tracing.ts';

/** Loads the library and begins, where an endpoint is set; without one nothing is loaded, and nothing is traced. */
export async function openTracing(env: Env, role: string): Promise<Tracing | undefined> {
  const config = tracingFromEnv(env);
  if (config === undefined) return undefined;
  const { startTracing } = await import('./otlp.ts');
  return startTracing(config, role);
}
