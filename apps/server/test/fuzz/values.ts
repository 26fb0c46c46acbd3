import fc from 'fast-check';

/** A schema of the OpenAPI document, as far as values are made from it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Values that such a schema takes, or nearly; ids are drawn from `ids`. */
export function fitting(schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map((one) => fitting(one, ids)));
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, one]) => [name, fitting(one, ids)]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      );
    case 'array':
      return fc.array(fitting(schema.items ?? {}, ids), { maxLength: 4 });
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer({
          min: Math.max(schema.minimum ?? 0, 0),
          max: Math.min(schema.maximum ?? 500_000, 500_000),
        }),
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1_000_000),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return text(schema.format, ids);
  }
}

function text(format: string | undefined, ids: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (format === 'uuid') return ids;
  if (format === 'date') return fc.constantFrom('2026-11-20', '1990-01-01', '2026-02-28', '2200-12-31');
  if (format === 'date-time') return fc.constantFrom('2026-11-20T10:00:00Z', '1999-12-31T23:59:59.999Z');
  return fc.oneof(
    fc.constantFrom(
      '4111111111111111',
      'ABCDE1234F',
      'ABCD0123456',
      '9876543210',
      '12/39',
      'Asha Rao',
      'a@example.in',
    ),
    ids,
    fc.string({ maxLength: 40, unit: 'grapheme' }),
  );
}

/** Values that no client means to send: wrong types, huge, empty, and ones that have broken programs before. */
export const BROKEN: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    '',
    ' ',
    '\u0000',
    '\ud800',
    "'; select 1; --",
    '${7*7}',
    '../../etc/passwd',
    '%00',
    '-1',
    '1e999',
    -1,
    -0,
    0.1,
    1e21,
    Number.MAX_SAFE_INTEGER + 2,
    2_147_483_648,
    true,
    [],
    {},
    [[[[[[]]]]]],
  ),
  fc.constantFrom(1000, 20_000, 70_000).map((length) => 'x'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
);

/** A fitting value, or one with a field broken, missing or too many, or something else altogether. */
export function nearly(schema: Schema, ids: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const fit = fitting(schema, ids);
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return fc.oneof({ weight: 3, arbitrary: fit }, { weight: 1, arbitrary: BROKEN });
  const name = fc.constantFrom(...names);
  return fc.oneof(
    { weight: 4, arbitrary: fit },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fit, name, BROKEN)
        .map(([value, key, bad]) => ({ ...(value as object), [key]: bad })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fit, name)
        .map(([value, key]) =>
          Object.fromEntries(Object.entries(value as object).filter(([one]) => one !== key)),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fit, fc.constantFrom('userId', 'user_id', '__proto__', 'constructor', 'isAdmin'), BROKEN)
        .map(([value, key, bad]) => Object.fromEntries([...Object.entries(value as object), [key, bad]])),
    },
    { weight: 1, arbitrary: BROKEN },
  );
}
