import type { ReactNode } from 'react';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { Money } from '../../ui/money.tsx';
import { formatDateWithYear, formatInstant } from '../format.ts';
import { useLanguage } from '../i18n.tsx';
import { useAdminWords } from './admin.words.ts';

type Place = NonNullable<DenseColumn<never>['phone']>;

/** A column of values that are all written in one way. */
function kind<Value>(
  write: (value: Value) => ReactNode,
  usual: Place = 'line',
  align: 'left' | 'right' = 'left',
) {
  return <Row,>(
    key: string,
    label: string,
    read: (row: Row) => Value,
    phone: Place = usual,
  ): DenseColumn<Row> => ({ key, label, phone, align, cell: (row) => write(read(row)) });
}

/** A column whose value says nothing by itself: on a phone it carries its heading along. */
export const named = <Row,>(column: DenseColumn<Row>): DenseColumn<Row> => ({ ...column, isNamed: true });

/** Columns as the staff's lists have them: each kind of value is written, aligned and left out in one way. */
export function useColumnKinds() {
  const words = useAdminWords();
  const { language } = useLanguage();
  const time = (write: (text: string) => string) => (text: string | null) => (
    <span className="whitespace-nowrap tabular">{text === null ? words.nobody : write(text)}</span>
  );
  return {
    instant: kind(time((at) => formatInstant(at, language))),
    date: kind(time((on) => formatDateWithYear(on, language))),
    money: kind<number | null>(
      (paise) => (paise === null ? words.nobody : <Money paise={paise} decimals="always" />),
      'none',
      'right',
    ),
    /** Nothing is no news: zero is a dash. */
    count: kind<number>((count) => count || words.nobody, 'none', 'right'),
    text: kind<ReactNode>((text) => text ?? words.nobody),
    status: kind<ReactNode>((tag) => tag, 'end'),
    /** Somebody by their name. */
    person: kind<{ readonly name: string | null } | null>((person) =>
      person === null ? words.nobody : (person.name ?? words.unnamed),
    ),
  };
}
