import { describe, expect, it } from 'vitest';
import { applyMutation } from './mutation.ts';
import { enclosingTypeScript, mutateTypeScript } from './typescript.ts';

/** Applies each fault of a kind to a source; answers the sources. */
function madeOf(text: string, kind: string): readonly string[] {
  return mutateTypeScript('a.ts', text)
    .filter((one) => one.kind === kind)
    .map((one) => applyMutation(text, one));
}

describe('faults in TypeScript', () => {
  it('a boundary moves by one', () => {
    expect(madeOf('const is = a < b;', 'boundary')).toEqual(['const is = a <= b;']);
    expect(madeOf('const is = a >= b;', 'boundary')).toEqual(['const is = a > b;']);
  });

  it('a comparison, a sum and a condition turn round', () => {
    expect(madeOf('const is = a === b;', 'comparison')).toEqual(['const is = a !== b;']);
    expect(madeOf('const sum = a + (b * c);', 'arithmetic')).toEqual([
      'const sum = a - (b * c);',
      'const sum = a + (b / c);',
    ]);
    expect(madeOf('const is = a && !b;', 'logic')).toEqual(['const is = a || !b;']);
    expect(madeOf('const is = a && !b;', 'negation')).toEqual(['const is = a && b;']);
  });

  it('a number is one more and one less, also with signs of other lengths before it', () => {
    expect(madeOf("const text = '₹😀'; const grace = 3;", 'constant')).toEqual([
      "const text = '₹😀'; const grace = 4;",
      "const text = '₹😀'; const grace = 2;",
    ]);
    expect(madeOf('const none = 0;', 'constant')).toEqual(['const none = 1;', 'const none = (-1);']);
  });

  it('an early return goes, or is always taken', () => {
    expect(madeOf('if (a) { stop(); }', 'condition')).toEqual([
      'if (true) { stop(); }',
      'if (false) { stop(); }',
    ]);
  });

  it('the smaller becomes the larger, and a bound is left out', () => {
    expect(madeOf('const b = Math.min(a, 3);', 'opposite')).toEqual(['const b = Math.max(a, 3);']);
    expect(madeOf('const b = Math.min(a, 3);', 'dropped bound')).toEqual([
      'const b = (a);',
      'const b = (3);',
    ]);
    const imported = "import { addPaise, subtractPaise } from './paise.ts'; const b = addPaise(a, c);";
    expect(madeOf(imported, 'opposite')).toEqual([imported.replace('= addPaise', '= subtractPaise')]);
    expect(madeOf("import { addPaise } from './paise.ts'; const b = addPaise(a, c);", 'opposite')).toEqual(
      [],
    );
  });

  it('a statement, a filter, an order and a fallback are left out', () => {
    expect(madeOf('rows.push(row);', 'dropped statement')).toEqual([';']);
    expect(madeOf('const a = rows.filter((row) => row.isDue).map(f);', 'dropped filter')).toEqual([
      'const a = rows.map(f);',
    ]);
    expect(madeOf('const a = rows.toSorted(byDay);', 'dropped toSorted')).toEqual(['const a = rows;']);
    expect(madeOf('const a = b ?? c;', 'dropped fallback')).toEqual(['const a = b;']);
  });

  it('types, comments, imports and texts are left alone', () => {
    const text = [
      "import { a } from './a-1.ts';",
      '/* a < 1 */',
      'type Three = 3 | true;',
      "const text: Three = `${a} < 1` + ' && 1' as Three;",
      'function f<T extends 1>(x: T): x is 1;',
    ].join('\n');
    expect(mutateTypeScript('a.ts', text)).toEqual([]);
  });

  it('of what a comparator answers only the sign turns', () => {
    const text = 'const a = rows.toSorted((b, c) => (b < c ? -1 : 1));';
    expect(madeOf(text, 'constant')).toEqual([]);
    expect(madeOf(text, 'negation')).toEqual([text.replace('-1', '1')]);
    expect(madeOf(text, 'boundary')).toEqual([]);
    expect(madeOf('const a = b ? -1 : 2;', 'constant')).toHaveLength(4);
  });

  it('of the larger of two no boundary moves', () => {
    expect(madeOf('const a = (b > c ? b : c);', 'boundary')).toEqual([]);
    expect(madeOf('const a = b < c ? c : b;', 'boundary')).toEqual([]);
    expect(madeOf('const a = b < c ? d : b;', 'boundary')).toHaveLength(1);
  });

  it('an operator is found behind a comment that has one', () => {
    expect(madeOf('const a = (b /* less / 2 */) / c;', 'arithmetic')).toEqual([
      'const a = (b /* less / 2 */) * c;',
    ]);
  });

  it('knows the function around a fault, with what is said above it', () => {
    const text = 'const A = 1;\n\n/** Rule: RULE-W2 */\nexport function f() {\n  return A;\n}\n';
    expect(enclosingTypeScript(text, text.indexOf('return'))).toBe(
      '/** Rule: RULE-W2 */\nexport function f() {\n  return A;\n}',
    );
  });
});
