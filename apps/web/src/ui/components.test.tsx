// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Accordion } from './accordion.tsx';
import { Button, LinkButton } from './button.tsx';
import { PageHeader } from './card.tsx';
import { Checkbox, Switch } from './choice.tsx';
import { RadioCards } from './radio-cards.tsx';
import { CostBreakdown } from './cost-breakdown.tsx';
import { Dialog, FormDialog } from './dialog.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { setPageTitle } from './error-title.ts';
import { TextField } from './field.tsx';
import { Money } from './money.tsx';
import { Schedule } from './schedule.tsx';
import { Loading } from './states.tsx';
import { StatusTimeline } from './status.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('Switch', () => {
  test('is turned by its words and says whether it is on', async () => {
    render(<Switch label="Messages about offers" />);
    const control = screen.getByRole<HTMLInputElement>('switch', { name: 'Messages about offers' });
    expect(control.checked).toBe(false);
    await userEvent.click(screen.getByText('Messages about offers'));
    expect(control.checked).toBe(true);
  });
});

describe('Button', () => {
  test('answers no second press while the first is pending', () => {
    const onClick = vi.fn();
    render(
      <Button isPending pendingText="Logging in..." onClick={onClick}>
        Log In
      </Button>,
    );
    fireEvent.click(screen.getByRole('button'));
    expect(onClick).not.toHaveBeenCalled();
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  });

  test('says that it is pending only after 400 ms', () => {
    vi.useFakeTimers();
    render(
      <Button isPending pendingText="Logging in...">
        Log In
      </Button>,
    );
    expect(screen.getByText('Logging in...').className).toContain('invisible');
    act(() => void vi.advanceTimersByTime(400));
    expect(screen.getByText('Logging in...').className).not.toContain('invisible');
  });

  test('a link to a public page is a plain link', () => {
    render(
      <MemoryRouter>
        <LinkButton to="/" isPlain>
          Home
        </LinkButton>
      </MemoryRouter>,
    );
    expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  });
});

describe('money', () => {
  test('a headline is read as one number though its paise are drawn smaller', () => {
    const { container } = render(<Money paise={12_345_670} size="hero" />);
    expect(container.querySelector('.sr-only')?.textContent).toBe('₹1,23,456.70');
  });

  test('the five figures of a price always stand in the same order', () => {
    const { container } = render(
      <CostBreakdown
        figures={{
          billPaise: 1_500_000,
          serviceFeePaise: 30_000,
          gstIncludedPaise: 4_576,
          interestPaise: 30_000,
          totalPaise: 1_560_000,
          aprPercent: '23.84',
        }}
        labels={{
          bill: 'Bill',
          serviceFee: 'Service fee',
          gstIncluded: 'GST included',
          interest: 'Interest',
          total: 'Total to repay',
          apr: 'APR',
        }}
      />,
    );
    expect([...container.querySelectorAll('dd')].map((figure) => figure.textContent)).toEqual([
      '₹15,000.00',
      '₹300.00',
      '₹300.00',
      '₹15,600.00',
      '23.84%',
    ]);
  });

  test('a schedule is a table with a total of each column', () => {
    render(
      <Schedule
        rows={[1, 2, 3].map((number) => ({
          number,
          dueDate: `day ${number}`,
          principalPaise: 500_000,
          interestPaise: 10_000,
          feePaise: 10_000,
          amountPaise: 520_000,
        }))}
        labels={{
          caption: 'Schedule',
          number: 'No.',
          dueDate: 'Due',
          principal: 'Principal',
          interest: 'Interest',
          fee: 'Fee',
          amount: 'Amount',
          state: 'State',
          total: 'Total',
        }}
      />,
    );
    const rows = within(screen.getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(5);
    expect(rows.at(-1)?.textContent).toBe('Total₹15,000.00₹300.00₹300.00₹15,600.00');
  });
});

describe('status', () => {
  test('a timeline names the state of each step and marks the current one', () => {
    render(
      <StatusTimeline
        label="Progress"
        stateLabels={{ done: 'Done', current: 'Now', next: 'Next', failed: 'Failed' }}
        steps={[
          { label: 'Accepted', state: 'done', at: '3:34 pm' },
          { label: 'Bank pays', state: 'current' },
          { label: 'On your card', state: 'next' },
        ]}
      />,
    );
    const items = screen.getAllByRole('listitem');
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, 'step', null]);
    expect(items[0]?.textContent).toContain('Done: Accepted');
  });

  test('waiting shows nothing at first, then says that it takes longer, then offers a way out', () => {
    vi.useFakeTimers();
    const { container } = render(
      <Loading
        label="Loading"
        slowLabel="Taking longer than usual"
        retry={<button type="button">Retry</button>}
      >
        <span>skeleton</span>
      </Loading>,
    );
    expect(container.firstElementChild?.className).toContain('invisible');
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.getByRole('status').textContent).toBe('Taking longer than usual');
    expect(screen.queryByRole('button')).toBeNull();
    act(() => void vi.advanceTimersByTime(10_000));
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
  });
});

describe('forms', () => {
  test('an error summary takes the focus and leads to the field', async () => {
    render(
      <>
        <ErrorSummary title="There is a problem" errors={[{ fieldId: 'pan', message: 'Enter your PAN' }]} />
        <input id="pan" aria-label="PAN" />
      </>,
    );
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    await userEvent.click(screen.getByRole('link', { name: 'Enter your PAN' }));
    expect(document.activeElement).toBe(screen.getByLabelText('PAN'));
  });

  test('the title begins with Error: once, as long as a field or the summary shows one', () => {
    setPageTitle('Pay bill');
    const form = (error: string | undefined) => (
      <>
        <ErrorSummary
          title="There is a problem"
          errors={error === undefined ? [] : [{ fieldId: 'pan', message: error }]}
        />
        <TextField id="pan" label="PAN" error={error} />
      </>
    );
    const { rerender, unmount } = render(form('Enter your PAN'));
    expect(document.title).toBe('Error: Pay bill');
    setPageTitle('Pay bill · Mohlat');
    expect(document.title).toBe('Error: Pay bill · Mohlat');
    rerender(form(undefined));
    expect(document.title).toBe('Pay bill · Mohlat');
    rerender(<Checkbox label="I agree" error="Agree to go on" onChange={() => undefined} />);
    expect(document.title).toBe('Error: Pay bill · Mohlat');
    unmount();
    expect(document.title).toBe('Pay bill · Mohlat');
  });

  test('given a page in Hindi, when a field shows an error, then the title says so in Hindi', () => {
    document.documentElement.lang = 'hi';
    setPageTitle('बिल भरें');
    const { unmount } = render(<TextField id="pan" label="PAN" error="अपना PAN लिखें" />);
    expect(document.title).toBe('समस्या: बिल भरें');
    document.documentElement.lang = 'en';
    setPageTitle('Pay bill');
    unmount();
    expect(document.title).toBe('Pay bill');
  });

  test('the tab is named by the heading, also when that comes or changes later', () => {
    setPageTitle('Mohlat');
    const { rerender } = render(<PageHeader title="Welcome, User" />);
    expect(document.title).toBe('Welcome, User · Mohlat');
    setPageTitle('Printed');
    rerender(<PageHeader title="Welcome, User" subtitle="Good morning" />);
    expect(document.title).toBe('Printed');
    rerender(<PageHeader title="Welcome, Asha" />);
    expect(document.title).toBe('Welcome, Asha · Mohlat');
  });

  test('the hint of a tick and of a choice is read with it, and so is its error', () => {
    const described = (element: HTMLElement) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent);
    const nothing = () => undefined;
    const { rerender } = render(<Checkbox label="Save" hint="Four digits" error="Tick" onChange={nothing} />);
    expect(described(screen.getByRole('checkbox'))).toEqual(['Four digits', 'Tick']);
    rerender(
      <RadioCards
        legend="Plan"
        name="plan"
        value={undefined}
        options={[{ value: 'single', title: '1 payment' }]}
        onValueChange={nothing}
        hint="Used at once"
        error="Choose"
      />,
    );
    expect(described(screen.getByRole('group'))).toEqual(['Used at once', 'Choose']);
  });

  test('the whole card of a choice chooses it', async () => {
    const onValueChange = vi.fn();
    render(
      <RadioCards
        legend="Plan"
        name="plan"
        value="single"
        onValueChange={onValueChange}
        options={[
          { value: 'single', title: '1 payment' },
          { value: 'emi', title: '3 EMIs', detail: '3 × ₹5,200' },
        ]}
      />,
    );
    await userEvent.click(screen.getByText('3 × ₹5,200'));
    expect(onValueChange).toHaveBeenCalledWith('emi');
  });
});

describe('panels', () => {
  test('an accordion opens one at a time by one name', () => {
    const { container } = render(
      <Accordion
        items={[
          { title: 'One', content: '1' },
          { title: 'Two', content: '2' },
        ]}
      />,
    );
    const names = [...container.querySelectorAll('details')].map((item) => item.getAttribute('name'));
    expect(names[0]).toBeTruthy();
    expect(names[0]).toBe(names[1]);
  });

  test('a dialog closes by Escape and frees the page', async () => {
    const onClose = vi.fn();
    const { unmount } = render(
      <Dialog onClose={onClose} title="Edit" closeLabel="Close">
        <input aria-label="Name" />
      </Dialog>,
    );
    expect(screen.getByRole('dialog', { name: 'Edit' })).toBeDefined();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    unmount();
    expect(document.documentElement.classList.contains('scroll-locked')).toBe(false);
  });

  test('given a request under way, when its dialog is pressed away, then it stays open until the answer', async () => {
    const onClose = vi.fn();
    const shown = (isPending: boolean) => (
      <FormDialog
        onClose={onClose}
        title="Close your account?"
        closeLabel="Close"
        cancel="Keep my account"
        submit="Close for good"
        pending="Closing"
        isPending={isPending}
        onSubmit={() => {}}
      >
        {null}
      </FormDialog>
    );
    const { rerender } = render(shown(true));
    const cross = screen.getByRole('button', { name: 'Close' });
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await userEvent.click(cross);
    await userEvent.keyboard('{Escape}');
    act(() => void globalThis.dispatchEvent(new PopStateEvent('popstate', { state: null })));
    expect([onClose.mock.calls.length, cross.getAttribute('aria-disabled')]).toEqual([0, 'true']);
    rerender(shown(false));
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await userEvent.click(cross);
    expect(onClose).toHaveBeenCalledTimes(2);
  });
});
