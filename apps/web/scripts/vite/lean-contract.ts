import { parseSync, type Plugin } from 'vite';

/**
 * Schemas of an endpoint that only the server checks. The browser reads method, path and rules of a call; a form that
 * shows a body imports that body's schema by name.
 */
const SERVER_SIDE = new Set(['params', 'query', 'body', 'answer']);

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Property extends Node {
  readonly key: Node & { readonly name?: string };
}
interface Declarator extends Node {
  readonly init:
    | (Node & { readonly callee?: Node & { readonly name?: string }; readonly arguments?: readonly Node[] })
    | null;
}

function declaratorsOf(statement: Node): readonly Declarator[] {
  const declaration = (statement as { declaration?: Node }).declaration ?? statement;
  return (declaration as { declarations?: readonly Declarator[] }).declarations ?? [];
}

interface Edit {
  readonly at: number;
  /** End of what is replaced; the same as `at` for an insertion. */
  readonly to: number;
  readonly text: string;
}

/**
 * Cuts the schemas above out of every `export const x = endpoint({ … })` of a module, and lets the bundler drop every
 * other declaration nobody imports: a schema made of schemas looks like work with effects until it is marked as none.
 */
export function leanEndpoints(code: string): string {
  const edits: Edit[] = [];
  const program = parseSync('endpoint.ts', code).program as unknown as { readonly body: readonly Node[] };
  for (const statement of program.body) {
    for (const { init } of declaratorsOf(statement)) {
      if (init?.type !== 'CallExpression') continue;
      if (init.callee?.name === 'endpoint') edits.push(...cutsOf(init.arguments?.[0], code));
      edits.push(
        { at: init.start, to: init.start, text: '/* @__PURE__ */ (() => ' },
        { at: init.end, to: init.end, text: ')()' },
      );
    }
  }
  let lean = code;
  for (const edit of edits.toSorted((left, right) => right.at - left.at)) {
    lean = lean.slice(0, edit.at) + edit.text + lean.slice(edit.to);
  }
  return lean;
}

function cutsOf(declared: Node | undefined, code: string): Edit[] {
  const { properties = [] } = (declared ?? {}) as { properties?: readonly Property[] };
  return properties
    .filter((property) => SERVER_SIDE.has(property.key.name ?? ''))
    .map((property) => {
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
      return { at: property.start, to: property.end + comma, text: '' };
    });
}

/** Keeps the schema library out of pages that have no form. Build only: development keeps the declarations whole. */
export function leanContract(): Plugin {
  return {
    name: 'mohlat:lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages\/contract\/src\/[\w-]+\.ts$/ },
      handler: (code) => ({ code: leanEndpoints(code), map: null }),
    },
  };
}
