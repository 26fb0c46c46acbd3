/** The parts of a JSON schema that an example is made from. */
interface Shape {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '01a21539-7bc9-7133-8680-bd89dd049906',
  date: '2026-12-20',
  'date-time': '2026-11-20T10:00:00Z',
  email: 'asha@example.in',
  uri: 'https://example.in',
};

/** A value that looks like what a schema asks for: what has to be there, and nothing else. It may still be refused by a rule. */
export function exampleOf(schema: object): unknown {
  const shape: Shape = schema;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const [first] = shape.anyOf ?? shape.oneOf ?? [];
  if (first) return exampleOf(first);
  switch (typeof shape.type === 'string' ? shape.type : shape.type?.[0]) {
    case 'object':
      return Object.fromEntries(
        (shape.required ?? []).map((name) => [name, exampleOf(shape.properties?.[name] ?? {})]),
      );
    case 'array':
      return shape.items ? [exampleOf(shape.items)] : [];
    case 'integer':
    case 'number':
      return Math.max(shape.minimum ?? 0, 100);
    case 'boolean':
      return true;
    default:
      return BY_FORMAT[shape.format ?? ''] ?? '…';
  }
}
