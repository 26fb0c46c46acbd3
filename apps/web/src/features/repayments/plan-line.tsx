import type { Payment } from '@mohlat/contract';
import { businessDate, daysBetween } from '@mohlat/money';
import { formatRupees, today } from '../../lib/format.ts';
import { formatDay } from '../../lib/format-day.ts';
import { type Glossary, useGlossary } from '../../lib/glossary.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { isNextDue } from '../../lib/due-sums.ts';
import { TimeAhead } from '../../lib/time-ahead.tsx';
import type { TimePoint } from '../../ui/time-line.tsx';
import { POINTS_MAX } from '../../ui/time-line-places.ts';
import { useRepaymentsWords } from './repayments.words.ts';

type Row = Payment['schedule'][number];

const KINDS: Record<Row['status'], TimePoint['kind']> = {
  upcoming: 'later',
  due: 'next',
  part_paid: 'next',
  overdue: 'overdue',
  paid: 'paid',
};

/** The one before the first that is not paid, those after it as far as there is room, and the end of the line. */
export function shownRows(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= POINTS_MAX) return rows;
  const next = rows.findIndex((row) => row.status !== 'paid');
  const from = next === -1 ? rows.length : next - 1;
  const begin = Math.max(0, Math.min(from, rows.length - POINTS_MAX));
  return [...rows.slice(begin, begin + POINTS_MAX - 1), rows.at(-1)!];
}

interface PlanLineProps {
  readonly rows: readonly Row[];
  /** The rest that is due next: of an instalment paid in part it is less than the agreed amount. */
  readonly nextDue: Payment['nextDue'];
}

/** From the first repayment to the end of the line: what is paid for, what comes next, and when nothing is owed any more. */
export function PlanLine({ rows, nextDue }: PlanLineProps) {
  const words = useRepaymentsWords().plan;
  const glossary = useGlossary();
  const { language } = useLanguage();
  const next = rows.find((row) => row.status !== 'paid' && row.status !== 'overdue');
  const dayOf = (date: string) => daysBetween(today(), businessDate(date));
  const points = shownRows(rows).map((row): TimePoint => ({
    key: String(row.number),
    day: dayOf(row.dueDate),
    kind: row === next ? 'next' : KINDS[row.status],
    date: formatDay(row.dueDate, language),
    figure: formatRupees(openPaise(row, nextDue)),
    words: sayOf(row, rows.length, glossary, words.instalmentAt),
  }));
  return <TimeAhead label={words.line} points={points} />;
}

/** The amount of a point, in paise: the rest of an instalment that is paid in part, also of one that is overdue, else the agreed amount. */
function openPaise(row: Row, nextDue: Payment['nextDue']): number {
  return nextDue !== null && isNextDue(row, nextDue) && row.status !== 'paid'
    ? nextDue.amountPaise
    : row.amountPaise;
}

function sayOf(
  row: Row,
  count: number,
  glossary: Glossary,
  say: (number: number, count: number, state: string) => string,
): string {
  return say(row.number, count, glossary.instalment[row.status]);
}
