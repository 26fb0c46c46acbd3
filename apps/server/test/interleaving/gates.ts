import type { FeatureContext } from '#features/context.ts';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Stage } from './stage.ts';

/**
 * Not held: what is answered or worked out here, lists that are read page by page, and the directory of billers, which all handlers have
 * from one cache.
 */
const UNGATED = /^(?:parse|list|settlementRows$|verifyReturn$|checkoutFor$|readReturn$|isHeldUp$|maySubmit$)/;

/**
 * Puts a gate at each provider call and at each transaction's begin and commit, and one behind the commit where a caller waits
 * for the answer.
 */
export function gated(stage: Stage, context: FeatureContext): FeatureContext {
  return {
    ...context,
    api: gatedDatabase(stage, context.api),
    worker: gatedDatabase(stage, context.worker),
    staff: gatedDatabase(stage, context.staff),
    providers: gatedProviders(stage, context.providers),
  };
}

function gatedDatabase(stage: Stage, database: Database): Database {
  const held =
    <T>(kind: string, work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const result = await work(tx);
      await stage.gate(`commit ${kind}`);
      return result;
    };
  const begin = async <T>(kind: string, run: () => Promise<T>): Promise<T> => {
    await stage.gate(`begin ${kind}`);
    return run();
  };
  // Holds the answer to a request: its change stands in the database, and the caller does not know it yet.
  const answered = async <T>(kind: string, run: () => Promise<T>): Promise<T> => {
    const answer = await begin(kind, run);
    await stage.gate(`answer ${kind}`);
    return answer;
  };
  return {
    asUser: (actor, work) => answered('asUser', () => database.asUser(actor, held('asUser', work))),
    asStaff: (actor, work) => answered('asStaff', () => database.asStaff(actor, held('asStaff', work))),
    asStaffFor: (actor, userId, work) =>
      answered('asStaffFor', () => database.asStaffFor(actor, userId, held('asStaffFor', work))),
    forUser: (userId, work) => begin('forUser', () => database.forUser(userId, held('forUser', work))),
    plain: (work) => begin('plain', () => database.plain(held('plain', work))),
    single: (work) => begin('plain', () => database.single(held('plain', work))),
    once: (text, values) => answered('once', () => database.once(text, values)),
    close: () => database.close(),
  };
}

function gatedProviders<P extends object>(stage: Stage, providers: P): P {
  return new Proxy(providers, {
    get(target, name: string) {
      const port: unknown = Reflect.get(target, name);
      return typeof port === 'object' && port !== null ? gatedPort(stage, name, port) : port;
    },
  });
}

function gatedPort(stage: Stage, portName: string, port: object): object {
  return new Proxy(port, {
    get(target, name: string) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || UNGATED.test(name)) return method;
      return async (...args: unknown[]): Promise<unknown> => {
        await stage.gate(`${portName}.${name}`);
        return Reflect.apply(method, target, args);
      };
    },
  });
}
