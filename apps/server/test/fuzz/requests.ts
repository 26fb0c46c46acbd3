import fc from 'fast-check';
import { BROKEN, nearly, type Schema } from './values.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface FuzzRequest {
  readonly name: string;
  readonly who: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Requests of every operation of the description but those left out, by callers, with ids of anybody. */
export function requests(
  { paths }: Description,
  {
    callers,
    ids,
    except,
  }: {
    readonly callers: readonly string[];
    readonly ids: readonly string[];
    readonly except: readonly string[];
  },
): fc.Arbitrary<FuzzRequest> {
  const id = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() });
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([, { operationId }]) => !except.includes(operationId))
      .map(([method, operation]) => requestOf(path, method, operation, id)),
  );
  return fc
    .tuple(fc.oneof(...operations), fc.constantFrom(...callers))
    .map(([request, who]) => ({ ...request, who }));
}

function requestOf(
  path: string,
  method: string,
  { operationId, parameters, requestBody }: Operation,
  id: fc.Arbitrary<string>,
): fc.Arbitrary<Omit<FuzzRequest, 'who'>> {
  const values = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((one) => one.in === place)
          .map((one) => [
            one.name,
            place === 'path' ? fc.oneof({ weight: 5, arbitrary: id }, BROKEN) : nearly(one.schema, id),
          ]),
      ),
      place === 'path' ? {} : { requiredKeys: [] },
    );
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body =
    type === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 9, arbitrary: nearly(content?.schema ?? {}, id).map((value) => JSON.stringify(value)) },
          { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
        );
  const key = fc.oneof(fc.uuid(), fc.constantFrom('', 'same', 'x'.repeat(300)));
  return fc
    .tuple(values('path'), values('query'), body, key)
    .map(([inPath, query, text, idempotencyKey]) => ({
      name: operationId,
      method: method.toUpperCase(),
      path: filled(path, inPath) + search(query),
      headers: {
        ...(text === undefined ? {} : { 'content-type': type ?? 'application/json' }),
        'idempotency-key': idempotencyKey,
      },
      body: text,
    }));
}

const written = (value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);

function filled(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(written(values[name]).slice(0, 3000)),
  );
}

function search(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).map(([name, value]) => [name, written(value).slice(0, 3000)]);
  return pairs.length === 0 ? '' : `?${String(new URLSearchParams(pairs))}`;
}
