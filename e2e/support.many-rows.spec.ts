import { expectAccessible } from './accessible.ts';
import { expect } from './product.ts';
import { test } from './staff.ts';

interface Ticket {
  readonly id: string;
  readonly subject: string;
  readonly version: number;
}

test(
  'one press takes many tickets, and the one a colleague changed meanwhile says so and stays marked',
  { tag: '@desk' },
  async ({ page, member, colleague }) => {
    const asha = await member('profile', page);
    const { name, email, mobile } = asha.identity;
    const subjects = ['first', 'second', 'third'].map((which) => `The ${which} of ${mobile}`);
    for (const subject of subjects)
      await asha.call('POST', '/support/requests', { name, email, subject, message: 'It is shown twice.' });
    const [meera, ravi] = await Promise.all([
      colleague('Meera Nair', ['support']),
      colleague('Ravi Menon', ['support']),
    ]);
    await meera.enter(page);
    await page.goto('/admin/support');
    const mark = (subject: string) => page.getByRole('checkbox', { name: `Mark: ${subject}` });
    await expect(mark(subjects[2]!)).toBeVisible();

    const { items } = await ravi.call<{ items: Ticket[] }>('GET', '/admin/support/messages?status=open');
    const { id, version } = items.find(({ subject }) => subject === subjects[1])!;
    await ravi.call('PATCH', `/admin/support/messages/${id}`, { version, assignee: 'me' });

    // One by its box; the next two by keys, from the row that has the focus.
    await mark(subjects[0]!).check();
    await page.getByRole('link', { name: subjects[1]! }).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    for (const subject of subjects) await expect(mark(subject)).toBeChecked();
    const acts = page.getByRole('region', { name: 'Marked rows' });
    await expect(acts.getByText('3 marked')).toBeVisible();
    await expectAccessible(page);

    await acts.getByRole('button', { name: 'Take it · 3' }).press('Enter');
    await expect(acts.getByText('Take it: 2 done, 1 not done.')).toBeFocused();
    const outcomes = acts.getByRole('list', { name: 'What became of each row' }).getByRole('listitem');
    await expect(outcomes).toHaveCount(3);
    // A refused row comes first.
    await expect(outcomes.first()).toContainText(subjects[1]!);
    await expectAccessible(page);
    await expect(mark(subjects[1]!)).toBeChecked();
    await expect(mark(subjects[0]!)).not.toBeChecked();

    const taken = await ravi.call<{ items: { subject: string; assignee: { name: string } | null }[] }>(
      'GET',
      '/admin/support/messages?status=open',
    );
    const takers = subjects.map(
      (subject) => taken.items.find((one) => one.subject === subject)?.assignee?.name,
    );
    expect(takers).toEqual(['Meera Nair', 'Ravi Menon', 'Meera Nair']);
  },
);
