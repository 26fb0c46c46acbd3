import { type Endpoint, ENDPOINTS } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from './openapi.ts';

const declarations = Object.values<Endpoint>(ENDPOINTS);
const { paths } = openApiDocument(declarations, ({ errors }) => errors, z.toJSONSchema) as {
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
