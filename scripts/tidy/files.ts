import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';

const LEFT_OUT = new Set([
  'node_modules',
  'dist',
  '.data',
  '.git',
  '.cache',
  'coverage',
  'test-results',
  'playwright-report',
]);
const TEXT = new Set(
  '.ts .tsx .mjs .cjs .js .css .html .sql .json .md .sh .svg .webmanifest .yml .yaml'.split(' '),
);

/** Every file of the project, with forward slashes, as the working folder holds them: no git needed. */
export function listFiles(): readonly string[] {
  const found: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) walk(path);
      else if (entry.isFile() && !/\.(log|tsbuildinfo)$|^\.env|^\.DS_Store$/.test(entry.name))
        found.push(path);
    }
  };
  walk('');
  return found.sort();
}

/** Whether a file is written by people and read as lines. */
export function isText(file: string): boolean {
  return TEXT.has(extname(file)) || file.startsWith('.ci/');
}

const cache = new Map<string, string>();

export function read(file: string): string {
  const known = cache.get(file) ?? readFileSync(file, 'utf8');
  cache.set(file, known);
  return known;
}

/** Where a position in a text lies, as `file:line`. */
export function place(file: string, text: string, at: number): string {
  return `${file}:${text.slice(0, at).split('\n').length}`;
}
