import type { FastifyInstance } from 'fastify';
import type { FeatureContext } from '#features/context.ts';
import { errorName } from '#platform/http/error-name.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'log'>;

const WRITE_EVERY_MS = 60_000;
/** Asked by machines, every second: they would hide what people meet. */
const OF_MACHINES = ['/healthz', '/readyz', '/metrics'];
const FAILED_FROM = 500;

const ADD_SQL = `insert into request_days as known (day_on, requests, failures) values (ist_date($1::timestamptz), $2, $3)
  on conflict (day_on) do update
  set requests = known.requests + excluded.requests, failures = known.failures + excluded.failures`;

/**
 * Counts answers, and those of 500 and above, for the error budget. They are written together once a minute and when the process
 * stops; while the database is away, which is when most fail, they are kept.
 */
export function countRequests(
  http: FastifyInstance,
  { api, clock, log }: Deps,
  everyMs = WRITE_EVERY_MS,
): void {
  let [requests, failures] = [0, 0];
  let writing = Promise.resolve();
  const write = async () => {
    if (requests === 0) return;
    const [requestsNow, failuresNow] = [requests, failures];
    [requests, failures] = [0, 0];
    try {
      await api.once(ADD_SQL, [clock.now(), requestsNow, failuresNow]);
    } catch (error) {
      requests += requestsNow;
      failures += failuresNow;
      log.warn({ reason: errorName(error) }, 'requests not counted yet');
    }
  };
  http.addHook('onResponse', (request, reply, done) => {
    if (!OF_MACHINES.includes(request.routeOptions.url ?? '')) {
      requests += 1;
      if (reply.statusCode >= FAILED_FROM) failures += 1;
    }
    done();
  });
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, everyMs);
  timer.unref();
  http.addHook('onClose', async () => {
    clearInterval(timer);
    await writing;
    await write();
  });
}
