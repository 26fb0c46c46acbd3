import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useFilters } from '../../lib/admin/list.ts';
import { choiceOf } from '../../lib/admin/list-page.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';

interface OneFilterProps<Value extends string> {
  /** The name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly set: readonly [Value, ...Value[]];
  readonly labels: Readonly<Record<Value, string>>;
}

/** A list that is narrowed by its state alone; the first one holds where the address names none. */
export function OneFilter<Value extends string>({ name, label, set, labels }: OneFilterProps<Value>) {
  const common = useAdminWords();
  const { values, change } = useFilters([name]);
  return (
    <FilterBar
      label={common.filters}
      searchLabel={common.search}
      values={{ [name]: values[name] || set[0] }}
      onChange={change}
      choices={[choiceOf(name, label, set, labels)]}
    />
  );
}
