import { type Endpoint, ERRORS, type ErrorCode, problemSchema } from '@mohlat/contract';
import type { z } from 'zod';
import { isTagged } from './entity-tags.ts';

const BYTES = 'application/octet-stream';

type ToSchema = typeof z.toJSONSchema;
type Io = 'input' | 'output';

/** The schemas of one document: each as it stands where it is used, and what they share by name. */
interface Schemas {
  readonly of: (schema: z.ZodType, io: Io) => object;
  /** A list that grows as schemas are asked for. */
  readonly shared: Readonly<Record<string, object>>;
}

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
  const schemas = createSchemas(toSchema);
  const paths: Record<string, Record<string, object>> = {};
  for (const declaration of declarations) {
    const path = (paths[`/api/v1${declaration.path}`] ??= {});
    path[declaration.method.toLowerCase()] = operation(declaration, errorsOf(declaration), schemas);
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
      schemas: { Problem: schemas.of(problemSchema, 'output'), ...schemas.shared },
    },
  };
}

function operation(declaration: Endpoint, errors: readonly string[], schemas: Schemas): object {
  return {
    operationId: declaration.name,
    summary: declaration.summary,
    ...(declaration.access !== 'public' ? { security: [{ bearer: [] }] } : {}),
    ...(declaration.roles ? { 'x-roles': declaration.roles } : {}),
    ...(declaration.stepUp ? { 'x-step-up': true } : {}),
    parameters: [
      ...parameters(declaration.params, 'path', schemas),
      ...parameters(declaration.query, 'query', schemas),
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
    ...requestBody(declaration, schemas),
    responses: {
      [declaration.status]: { description: 'Done', ...answerContent(declaration, schemas) },
      ...(isTagged(declaration)
        ? { 304: { description: 'Unchanged since the `ETag` in `If-None-Match`' } }
        : {}),
      ...problems(errors),
    },
  };
}

function requestBody({ body, upload }: Endpoint, schemas: Schemas): object {
  const fields = body && schemas.of(body, 'input');
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
  if (!body) return {};
  // None is read as an empty one.
  const isRequired = !body.safeParse({}).success;
  return { requestBody: { required: isRequired, content: { 'application/json': { schema: fields } } } };
}

function answerContent({ answer, files = [] }: Endpoint, schemas: Schemas): object {
  const content = {
    ...(answer ? { 'application/json': { schema: schemas.of(answer, 'output') } } : {}),
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

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query', schemas: Schemas): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.of(schema, 'input') as {
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

/** A recursive schema, as any value of JSON is, has definitions of its own: a document keeps them in one place. */
function createSchemas(toSchema: ToSchema): Schemas {
  const shared: Record<string, object> = {};
  const names = new Map<string, string>();
  return {
    shared,
    of: (schema, io) => {
      const {
        $schema: _,
        $defs = {},
        ...rest
      } = toSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown> & { $defs?: object };
      // The second of two sets that say the same adds nothing.
      const own = JSON.stringify($defs);
      const refs = new Map<unknown, string>();
      const added: [string, object][] = [];
      for (const [local, definition] of Object.entries($defs)) {
        const key = `${local} ${own}`;
        let name = names.get(key);
        if (name === undefined) {
          name = `Shared${names.size + 1}`;
          names.set(key, name);
          added.push([name, definition as object]);
        }
        refs.set(`#/$defs/${local}`, `#/components/schemas/${name}`);
      }
      for (const [name, definition] of added) shared[name] = withRefs(definition, refs) as object;
      return withRefs(rest, refs) as object;
    },
  };
}

function withRefs(value: unknown, refs: ReadonlyMap<unknown, string>): unknown {
  if (refs.size === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withRefs(one, refs));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      (key === '$ref' && refs.get(one)) || withRefs(one, refs),
    ]),
  );
}
