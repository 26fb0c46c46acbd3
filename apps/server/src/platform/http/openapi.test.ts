import { type Endpoint, ENDPOINTS } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';

const declarations = Object.values<Endpoint>(ENDPOINTS);
const document = openApiDocument(declarations, ({ errors }) => errors, z.toJSONSchema);
interface Operation {
  readonly requestBody?: { readonly required: boolean };
  readonly responses: Record<string, { content?: object }>;
}
const { paths } = document as { paths: Record<string, Record<string, Operation>> };
const operationOf = ({ path, method }: Endpoint) => paths[`/api/v1${path}`]![method.toLowerCase()]!;

/** The media types that a successful answer is printed with. */
function typesOf(declaration: Endpoint): string[] {
  return Object.keys(operationOf(declaration).responses[declaration.status]!.content ?? {});
}

test('given a call that answers a file, then the document has the media type that is served', () => {
  const downloads = declarations.filter(({ download }) => download === true);
  expect(downloads.length).toBeGreaterThan(15);
  expect(downloads.filter((one) => typesOf(one).includes('application/octet-stream'))).toEqual([]);
  expect(downloads.filter((one) => typesOf(one).length === 0)).toEqual([]);
  const pages = downloads.filter(({ path }) => path.endsWith('.pdf') || path.endsWith('.csv'));
  for (const one of pages)
    expect([one.name, typesOf(one)]).toEqual([
      one.name,
      [one.path.endsWith('.pdf') ? 'application/pdf' : 'text/csv'],
    ]);
});

test('given a list or a copy that comes as a file when asked to, then both media types are printed', () => {
  expect(typesOf(ENDPOINTS.listTransactions)).toEqual(['application/json', 'text/csv']);
  expect(typesOf(ENDPOINTS.exportData)).toEqual(['application/json', 'application/pdf']);
});

/** Every reference in a value, wherever it stands. */
function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    key === '$ref' && typeof one === 'string' ? [one] : refsIn(one),
  );
}

function isThere(ref: string): boolean {
  const [root, ...names] = ref.split('/');
  const found = names.reduce<unknown>(
    (at, name) => (at as Record<string, unknown> | undefined)?.[name],
    document,
  );
  return root === '#' && names.length > 0 && found !== undefined;
}

test('given schemas that refer to others, then every reference of the document leads to what is in it', () => {
  const refs = new Set(refsIn(document));
  expect(refs.size).toBeGreaterThan(1);
  expect([...refs].filter((ref) => !isThere(ref))).toEqual([]);
});

test('given a body without which a call is taken, then the document does not require it', () => {
  const bodies = declarations.flatMap((one) => {
    const { requestBody } = operationOf(one);
    return requestBody ? [{ one, isRequired: requestBody.required }] : [];
  });
  const left = bodies.filter(({ isRequired }) => !isRequired).map(({ one }) => one);
  expect(left).toEqual(expect.arrayContaining([ENDPOINTS.cancelPayment, ENDPOINTS.startVideo]));
  expect(left.filter(({ body }) => body?.safeParse({}).success !== true)).toEqual([]);
  expect(left.filter(({ upload }) => upload !== undefined)).toEqual([]);
  expect(bodies).toContainEqual({ one: ENDPOINTS.acceptPayment, isRequired: true });
});
