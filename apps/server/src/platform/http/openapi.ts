import { type Endpoint, ERRORS, type ErrorCode, problemSchema } from '@mohlat/contract';
import type { z } from 'zod';
import { isTagged } from './entity-tags.ts';

const BYTES = 'application/octet-stream';

type ToSchema = typeof z.toJSONSchema;

/** An address that no declaration has, as the document shows it; `errors` are its codes. */
export interface DescribedPath {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly operation: Readonly<Record<string, unknown>> & {
    readonly operationId: string;
    readonly parameters: readonly object[];
    readonly responses: Readonly<Record<string, object>>;
  };
  readonly errors: readonly ErrorCode[];
}

/**
 * The OpenAPI 3.1 document, made from the same declarations the handlers are registered under, and of what features say of their
 * other addresses.
 */
export function openApiDocument(
  declarations: readonly Endpoint[],
  errorsOf: (declaration: Endpoint) => readonly string[],
  toSchema: ToSchema,
  described: readonly DescribedPath[] = [],
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const declaration of declarations) {
    const path = (paths[`/api/v1${declaration.path}`] ??= {});
    path[declaration.method.toLowerCase()] = operation(declaration, errorsOf(declaration), toSchema);
  }
  for (const { path, method, operation: shown, errors } of described)
    (paths[path] ??= {})[method] = { ...shown, responses: { ...shown.responses, ...problems(errors) } };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Mohlat',
      version: '1',
      description:
        'Pays a credit-card bill today; the person repays later. Money is integer paise, dates are Indian business dates.',
      license: { name: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(problemSchema, 'output', toSchema) },
    },
  };
}

function operation(declaration: Endpoint, errors: readonly string[], toSchema: ToSchema): object {
  return {
    operationId: declaration.name,
    summary: declaration.summary,
    ...(declaration.access !== 'public' ? { security: [{ bearer: [] }] } : {}),
    ...(declaration.roles ? { 'x-roles': declaration.roles } : {}),
    ...(declaration.stepUp ? { 'x-step-up': true } : {}),
    parameters: [
      ...parameters(declaration.params, 'path', toSchema),
      ...parameters(declaration.query, 'query', toSchema),
      ...(declaration.idempotent
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: true,
              schema: { type: 'string', minLength: 1, maxLength: 255 },
            },
          ]
        : []),
    ],
    ...requestBody(declaration, toSchema),
    responses: {
      [declaration.status]: { description: 'Done', ...answerContent(declaration, toSchema) },
      ...(isTagged(declaration)
        ? { 304: { description: 'Unchanged since the `ETag` in `If-None-Match`' } }
        : {}),
      ...problems(errors),
    },
  };
}

function requestBody({ body, upload }: Endpoint, toSchema: ToSchema): object {
  const fields = body && schemaOf(body, 'input', toSchema);
  if (upload?.kind === 'bytes') return { requestBody: { required: true, content: { [BYTES]: {} } } };
  if (upload) {
    const { properties = {}, required = [] } = fields as { properties?: object; required?: string[] };
    const schema = {
      ...fields,
      properties: { ...properties, [upload.field]: { type: 'string', contentMediaType: BYTES } },
      required: [...required, upload.field],
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  return fields
    ? { requestBody: { required: true, content: { 'application/json': { schema: fields } } } }
    : {};
}

function answerContent({ answer, files = [] }: Endpoint, toSchema: ToSchema): object {
  const content = {
    ...(answer ? { 'application/json': { schema: schemaOf(answer, 'output', toSchema) } } : {}),
    ...Object.fromEntries(files.map((type) => [type, {}])),
  };
  return Object.keys(content).length === 0 ? {} : { content };
}

function problems(codes: readonly string[]): Record<string, object> {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { status } = ERRORS[code as ErrorCode];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.map((name) => `\`${name}\`: ${ERRORS[name as ErrorCode].en}`).join('\n\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query', toSchema: ToSchema): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input', toSchema) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output', toSchema: ToSchema): object {
  const { $schema: _, ...rest } = toSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
}
