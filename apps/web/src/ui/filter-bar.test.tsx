// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { FilterBar } from './filter-bar.tsx';

afterEach(cleanup);

test('a text that was searched for goes from the box once the address has it no more, and does not come back', async () => {
  const onChange = vi.fn();
  const bar = (values: Readonly<Record<string, string>>) => (
    <FilterBar
      label="Filters"
      searchLabel="Search"
      texts={[{ name: 'search', label: 'Name' }]}
      choices={[
        { name: 'state', label: 'State', anyLabel: 'Any', options: [{ value: 'blocked', label: 'Blocked' }] },
      ]}
      values={values}
      onChange={onChange}
    />
  );
  const { rerender } = render(bar({}));
  await userEvent.type(screen.getByLabelText('Name'), 'asha{Enter}');
  expect(onChange).toHaveBeenLastCalledWith({ search: 'asha' });
  rerender(bar({ search: 'asha' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('asha');
  rerender(bar({}));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'blocked');
  expect(onChange).toHaveBeenLastCalledWith({ state: 'blocked' });
});
