import type { ComponentProps, ReactNode } from 'react';
import { PageHeader } from '../../ui/card.tsx';
import { FilterBar, type Choice } from '../../ui/filter-bar.tsx';
import { AdminList } from './admin-list.tsx';
import { useAdminWords } from './admin.words.ts';
import { useFilters } from './list.ts';
import { NarrowedLines } from './narrowed-lines.tsx';

type FilterBarProps = ComponentProps<typeof FilterBar>;
type AdminListProps<Row> = ComponentProps<typeof AdminList<Row>>;

interface ListPageProps<Row> extends Omit<AdminListProps<Row>, 'caption'> {
  readonly title: string;
  readonly subtitle: string;
  readonly action?: ReactNode;
  readonly filters: Pick<FilterBarProps, 'values' | 'onChange' | 'choices' | 'texts'>;
}

/** A page that is a list: what it is, what it is narrowed by, and its rows. */
export function ListPage<Row>({ title, subtitle, action, filters, ...list }: ListPageProps<Row>) {
  const words = useAdminWords();
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} action={action} />
      <FilterBar label={words.filters} searchLabel={words.search} {...filters} />
      <NarrowedLines {...filters} />
      <AdminList caption={title} {...list} />
    </>
  );
}

type Values<Name extends string> = Readonly<Record<Name, string>>;

interface FilteredPageProps<Row, Name extends string>
  extends
    Omit<ListPageProps<Row>, 'title' | 'subtitle' | 'filters' | 'query' | 'empty' | 'rowKey'>,
    Pick<FilterBarProps, 'choices' | 'texts'> {
  readonly words: Readonly<Record<'title' | 'subtitle' | 'empty' | 'emptyFiltered', string>>;
  /** The parameters of the address that narrow the list. */
  readonly names: readonly Name[];
  /** The default of a filter that the address does not name. */
  readonly usual?: Partial<Values<Name>>;
  readonly query: (values: Values<Name>) => AdminListProps<Row>['query'];
}

/** A page that is a list, narrowed by what its address says. */
export function FilteredPage<Row extends { readonly id: string }, const Name extends string>(
  props: FilteredPageProps<Row, Name>,
) {
  const { words, names, usual, query, choices, texts, ...list } = props;
  const { values, change } = useFilters(names);
  const isFiltered = names.some((name) => values[name] !== '' && values[name] !== usual?.[name]);
  return (
    <ListPage
      title={words.title}
      subtitle={words.subtitle}
      filters={{
        values: Object.fromEntries(names.map((name) => [name, values[name] || (usual?.[name] ?? '')])),
        onChange: change,
        choices,
        ...(texts ? { texts } : {}),
      }}
      query={query(values)}
      rowKey={({ id }) => id}
      empty={isFiltered ? words.emptyFiltered : words.empty}
      {...list}
    />
  );
}

/** A filter by a closed set with a word for each; `anyLabel` where no choice is one, too. */
export function choiceOf<Value extends string>(
  name: string,
  label: string,
  set: readonly Value[],
  words: Readonly<Record<Value, string>>,
  anyLabel?: string,
): Choice {
  return {
    name,
    label,
    options: set.map((value) => ({ value, label: words[value] })),
    ...(anyLabel === undefined ? {} : { anyLabel }),
  };
}
