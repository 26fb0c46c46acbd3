// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Money } from '../../../ui/money.tsx';
import { DataTable } from './data-table.tsx';

afterEach(cleanup);

test('a history is a table on a desktop and the same rows as a list on a phone', () => {
  render(
    <DataTable
      caption="All Transactions"
      columns={[
        { key: 'date', label: 'Date', cell: (row: { date: string }) => row.date },
        { key: 'amount', label: 'Amount', align: 'right', cell: () => <Money paise={100} /> },
      ]}
      rows={[{ date: 'Nov 20, 2026 15:35' }]}
      rowKey={(row) => row.date}
      phoneRow={(row) => row.date}
    />,
  );
  expect(screen.getByRole('table', { name: 'All Transactions' })).toBeDefined();
  expect(screen.getByRole('list', { name: 'All Transactions' })).toBeDefined();
});
