import { parseSync, type Plugin } from 'vite';

/**
 * Schemas of an endpoint that only the server checks. The browser reads method, path and rules of a call; its forms
 * import the body schemas they show, by name.
 */
const SERVER_SIDE = new Set(['params', 'query', 'answer']);

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

/** Cuts the schemas above out of every `export const x = endpoint({ … })` of a module. */
export function leanEndpoints(code: string): string {
  const cuts: Property[] = [];
  const program = parseSync('endpoint.ts', code).program as unknown as { readonly body: readonly Node[] };
  for (const statement of program.body) {
    for (const { init } of declaratorsOf(statement)) {
      if (init?.callee?.name !== 'endpoint') continue;
      const given = init.arguments?.[0] as { properties?: readonly Property[] } | undefined;
      cuts.push(...(given?.properties ?? []).filter((property) => SERVER_SIDE.has(property.key.name ?? '')));
    }
  }
  let lean = code;
  for (const cut of cuts.toReversed()) {
    const comma = /^\s*,/.exec(lean.slice(cut.end))?.[0].length ?? 0;
    lean = lean.slice(0, cut.start) + lean.slice(cut.end + comma);
  }
  return lean;
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
