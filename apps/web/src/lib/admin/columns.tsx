import type { ReactNode } from 'react';
import type { DenseColumn, PlainValue } from '../../ui/dense-table.tsx';
import { Money } from '../../ui/money.tsx';
import { formatDateWithYear, formatInstant } from '../format.ts';
import { useLanguage } from '../i18n.tsx';
import { useAdminWords } from './admin.words.ts';

type Place = NonNullable<DenseColumn<never>['phone']>;

interface Kind<Value> {
  readonly write: (value: Value) => ReactNode;
  /** The value without its looks; left out where it has none. */
  readonly plain?: (value: Value) => PlainValue;
  readonly usual?: Place;
  readonly align?: 'left' | 'right';
  readonly isMoney?: true;
}

/** A column of values that are all written in one way. */
function kind<Value>({ write, plain, usual = 'line', align = 'left', isMoney }: Kind<Value>) {
  return <Row,>(
    key: string,
    label: string,
    read: (row: Row) => Value,
    phone: Place = usual,
  ): DenseColumn<Row> => ({
    key,
    label,
    phone,
    align,
    cell: (row) => write(read(row)),
    ...(plain === undefined ? {} : { value: (row: Row) => plain(read(row)) }),
    ...(isMoney === undefined ? {} : { isMoney }),
  });
}

/** A column whose value says nothing by itself: on a phone it carries its heading along. */
export const named = <Row,>(column: DenseColumn<Row>): DenseColumn<Row> => ({ ...column, isNamed: true });

/** A column that is drawn: this is what it is ordered by, and what a file says of it. */
export const valued = <Row,>(
  column: DenseColumn<Row>,
  value: (row: Row) => PlainValue,
): DenseColumn<Row> => ({ ...column, value });

/** Columns as the staff's lists have them: each kind of value is written, aligned and left out in one way. */
export function useColumnKinds() {
  const words = useAdminWords();
  const { language } = useLanguage();
  // Where columns are many, a time stands over its date; neither breaks inside.
  const time = (write: (text: string) => string) => (text: string | null | undefined) =>
    (isMissing(text) ? words.nobody : write(text)).split(/(?<=,) /).map((part, at) => (
      <span key={part} className="tabular">
        {at === 0 ? '' : ' '}
        <span className="whitespace-nowrap">{part}</span>
      </span>
    ));
  return {
    instant: kind<string | null | undefined>({
      write: time((at) => formatInstant(at, language)),
      plain: orNull,
    }),
    date: kind<string | null | undefined>({
      write: time((on) => formatDateWithYear(on, language)),
      plain: orNull,
    }),
    money: kind<number | null | undefined>({
      write: (paise) => (isMissing(paise) ? words.nobody : <Money paise={paise} decimals="always" />),
      plain: orNull,
      usual: 'none',
      align: 'right',
      isMoney: true,
    }),
    /** Nothing is no news: zero is a dash. */
    count: kind<number | undefined>({
      write: (count) => count || words.nobody,
      plain: orNull,
      usual: 'none',
      align: 'right',
    }),
    text: kind<string | null | undefined>({
      write: (text) => text ?? words.nobody,
      plain: (text) => text ?? null,
    }),
    /** Something drawn, which has no order of its own. */
    drawn: kind<ReactNode>({ write: (node) => node ?? words.nobody }),
    /** A tag, and the word in it. */
    status: <Row,>(key: string, label: string, read: (row: Row) => ReactNode, word: (row: Row) => string) =>
      valued(tag(key, label, read), word),
    /** A person by their name. */
    person: kind<{ readonly name: string | null } | null>({
      write: (person) => (person === null ? words.nobody : (person.name ?? words.unnamed)),
      plain: (person) => person?.name ?? null,
    }),
  };
}

const tag = kind<ReactNode>({ write: (node) => node, usual: 'end' });
const orNull = (value: PlainValue | undefined): PlainValue => value ?? null;
/** An older process of a rolling upgrade leaves out what it does not know. */
const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;
