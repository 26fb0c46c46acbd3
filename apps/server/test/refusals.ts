import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type Endpoint, ENDPOINTS } from '@mohlat/contract';
import { declaredErrors, type Refusal } from '../src/platform/http/endpoints.ts';

/** Writes down each refusal of one server once, for the comparison at the end of a whole run. */
export function watchRefusals(file: string) {
  const [seen, undeclared] = [new Set<string>(), new Set<string>()];
  return {
    note({ endpoint, code, isDeclared }: Refusal): void {
      const line = lineOf(endpoint, code);
      if (!isDeclared) undeclared.add(line);
      if (seen.has(line)) return;
      seen.add(line);
      appendFileSync(file, `${line}\n`);
    },
    /** Throws where an endpoint refused with a code that its declaration does not have. */
    assertDeclared(): void {
      if (undeclared.size === 0) return;
      const found = [...undeclared].join('\n  ');
      throw new Error(
        `Refused with codes that are not declared. Add them to the endpoint's errors:\n  ${found}`,
      );
    },
  };
}

/**
 * Throws, naming them, where no test produced a code that an endpoint declares for itself. A code that every endpoint has
 * by convention must come from one endpoint at least.
 */
export function assertEveryCodeProduced(file: string): void {
  const produced = new Set(existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const missing = findUnproduced(declaredEndpoints(), produced);
  if (missing.length === 0) return;
  throw new Error(
    `No test produces these declared refusals. Write one each, or remove the declaration:\n  ${missing.join('\n  ')}`,
  );
}

/** The declared refusals that no test produced; of what every endpoint may answer, those that none did. */
export function findUnproduced(endpoints: readonly Endpoint[], produced: ReadonlySet<string>): string[] {
  const codes = new Set([...produced].map((line) => line.split(' ').at(-1)));
  const own = endpoints.flatMap((one) => one.errors.map((code) => lineOf(one, code)));
  const common = new Set(
    endpoints.flatMap((one) => declaredErrors({ ...one, errors: [] }).filter((code) => !codes.has(code))),
  );
  return [...own.filter((line) => !produced.has(line)), ...[...common].map((code) => `any endpoint ${code}`)];
}

const lineOf = ({ method, path }: Endpoint, code: string): string => `${method} ${path} ${code}`;

export function declaredEndpoints(): Endpoint[] {
  return Object.values(ENDPOINTS);
}
