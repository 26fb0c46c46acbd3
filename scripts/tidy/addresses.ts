import { isAppPage } from '../../packages/contract/src/app-pages.ts';
import { read } from './files.ts';
import type { Finding } from './finding.ts';

const SCREENS = /^apps\/web\/src\/.+\.tsx?$/;
/** An entry declares addresses, words speak of them, and a test says what a person sees. */
const DECLARING = /\.(feature|test|testing|en|hi)\.tsx?$/;
const COMMENT = /^\s*(\/\/|\/?\*)/;
const TEXT = /(\bto\(\s*)?(['"`])(\/[\w/-]*)/g;
/** The auth server's, beside our own pages. */
const PROTOCOL = /^\/auth\/v1(\/|$)/;

/** The addresses that a text of source writes by hand, each with its line. */
export function writtenAddresses(
  source: string,
): readonly { readonly line: number; readonly path: string }[] {
  const code = source
    .split('\n')
    .map((line) => (COMMENT.test(line) ? '' : line))
    .join('\n');
  return [...code.matchAll(TEXT)].flatMap(({ index, 1: typed, 3: path = '' }) =>
    typed === undefined && isAppPage(path) && !PROTOCOL.test(path)
      ? [{ line: code.slice(0, index).split('\n').length, path }]
      : [],
  );
}

/** A link that is typed from the table of routes cannot lead nowhere. */
export function findWrittenAddresses(files: readonly string[]): readonly Finding[] {
  return files
    .filter((file) => SCREENS.test(file) && !DECLARING.test(file))
    .flatMap((file) =>
      writtenAddresses(read(file)).map(({ line, path }) => ({
        at: `${file}:${line}`,
        what: `writes the address ${path} by hand`,
        mend: "Say to('/dashboard/payments/:id', { id }) of lib/addresses.ts: an address that no entry declares does not compile.",
      })),
    );
}
