import 'fastify';

/**
 * The bound under which a route's requests are under work. `people` and `staff` are for routes that prove a session: who is known to
 * have one shares a bound with nobody. Without a word a route's callers are strangers, whatever they carry.
 */
export type Bound = 'strangers' | 'people' | 'staff' | 'webhooks' | 'none';

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly bound?: Bound;
  }
}
