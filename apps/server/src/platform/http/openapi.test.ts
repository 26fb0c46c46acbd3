import { type Endpoint, ENDPOINTS } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';

const declarations = Object.values<Endpoint>(ENDPOINTS);
const document = openApiDocument(declarations, ({ errors }) => errors, z.toJSONSchema);
const { paths } = document as {
  paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
};

/** The media types that a successful answer is printed with. */
function typesOf({ path, method, status }: Endpoint): string[] {
  const { responses } = paths[`/api/v1${path}`]![method.toLowerCase()]!;
  return Object.keys(responses[status]!.content ?? {});
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
