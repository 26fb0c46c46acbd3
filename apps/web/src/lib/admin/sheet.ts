import { istSheetTime } from '@mohlat/money';
import type { DenseColumn } from '../../ui/dense-table.tsx';

/** Tells a sheet that the file is UTF-8. */
const MARK = '\uFEFF';
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
/**
 * First characters of a cell that a sheet would run instead of showing; the last four are the full-width signs that some sheets
 * take for the others.
 */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The rows on the page as a file for a sheet: what each column shows, amounts as decimal rupees, instants on the clock of India. */
export function sheetOf<Row>(rows: readonly Row[], columns: readonly DenseColumn<Row>[]): string {
  const written = columns.filter(({ value }) => value !== undefined);
  const head = written.map(({ label }) => cellOf(label));
  const lines = rows.map((row) => written.map((column) => plainOf(column, row)));
  return MARK + [head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function plainOf<Row>({ value, isMoney }: DenseColumn<Row>, row: Row): string {
  const plain = value?.(row) ?? '';
  if (typeof plain === 'string') return INSTANT.test(plain) ? istSheetTime(plain) : cellOf(plain);
  return isMoney === true ? rupeesOf(plain) : String(plain);
}

/** Text that a sheet would run becomes text; what would end a cell is quoted. */
function cellOf(text: string): string {
  const shown = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** Paise as decimal rupees: `-5200.00`. */
function rupeesOf(paise: number): string {
  const whole = Math.abs(paise);
  const rest = String(whole % 100).padStart(2, '0');
  return `${paise < 0 ? '-' : ''}${Math.trunc(whole / 100)}.${rest}`;
}
