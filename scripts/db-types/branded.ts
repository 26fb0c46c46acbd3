const IMPORT = `import type { BusinessDate, Paise } from '@mohlat/money';\n`;
const FIRST_IMPORT = /^import /m;
const AMOUNT = /^( {2}\w+_paise: (?:Generated<)?)number\b/gm;
const DAY = /^( {2}\w+_on: (?:Generated<)?)string\b/gm;

/**
 * The types of tables with the brands of money: a column `…_paise` is whole paise, a column `…_on` an Indian business day. The
 * database checks both, so that a row needs no check of its own.
 */
export function branded(types: string): string {
  return types
    .replace(AMOUNT, '$1Paise')
    .replace(DAY, '$1BusinessDate')
    .replace(FIRST_IMPORT, `${IMPORT}import `);
}
