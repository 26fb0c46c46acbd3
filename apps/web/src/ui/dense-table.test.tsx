// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DenseTable } from './dense-table.tsx';

const COLUMN_PX = 200;
const observers = new Set<() => void>();
let roomPx = 0;

beforeEach(() => {
  // jsdom draws nothing: a frame has the room that a test gives it, and each heading needs as much as any other.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => roomPx);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return Math.max(roomPx, this.querySelectorAll('th').length * COLUMN_PX);
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly look: () => void;
      constructor(look: () => void) {
        this.look = look;
      }
      observe = () => {
        observers.add(this.look);
        this.look();
      };
      disconnect = () => observers.delete(this.look);
    },
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const resize = (px: number) =>
  act(() => {
    roomPx = px;
    for (const look of observers) look();
  });
const heads = () => screen.getAllByRole('columnheader').map((one) => one.textContent);

test('given a frame narrower than its table, then columns that a phone leaves out go, and come back with room', () => {
  roomPx = 700;
  render(
    <MemoryRouter>
      <DenseTable
        caption="Payments"
        linkLabel="Card"
        link={() => ({ to: '/', label: 'HDFC Bank' })}
        columns={[
          { key: 'account', label: 'Account', cell: () => 'Asha Rao' },
          { key: 'total', label: 'To repay', cell: () => '₹9,351.00', phone: 'none' },
          { key: 'amount', label: 'Bill', cell: () => '₹9,000.00', phone: 'end' },
        ]}
        rows={[{}]}
        rowKey={() => 'one'}
      />
    </MemoryRouter>,
  );
  expect(heads()).toEqual(['Card', 'Account', 'Bill']);
  resize(799);
  expect(heads()).toEqual(['Card', 'Account', 'Bill']);
  resize(800);
  expect(heads()).toEqual(['Card', 'Account', 'To repay', 'Bill']);
  resize(790);
  expect(heads()).toEqual(['Card', 'Account', 'Bill']);
});
