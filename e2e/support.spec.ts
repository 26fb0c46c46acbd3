import { expectAccessible } from './accessible.ts';
import { expect, expectToast } from './product.ts';
import { test } from './staff.ts';

/** Read of a ticket by this journey. */
interface Ticket {
  readonly version: number;
  readonly lines: readonly unknown[];
}

test('a question is answered by the team, read where it was asked, and answered again', async ({
  page,
  member,
  colleague,
  outside,
}) => {
  const asha = await member('profile', page);
  await page.goto('/dashboard/help');
  await expect(page.getByRole('heading', { name: 'Help & Support' })).toBeVisible();
  await expect(page.getByText('You have not written to us yet.')).toBeVisible();

  // The answer may be there already.
  await page.getByLabel('Search the answers').fill('autopay');
  await expect(page.getByText(/^\d+ answers?$/)).toBeVisible();
  await page.getByLabel('Search the answers').fill('');

  await page.getByLabel('Subject').fill('My instalment');
  await page.getByLabel('Message', { exact: true }).fill('It is shown twice.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expectToast(page, 'Message Sent');
  const row = page.getByRole('link', { name: /My instalment/ });
  await expect(row).toContainText('With our team');
  const ticket = /M-\w{4}-\w{4}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  await outside.message(asha.identity.email, (sent) => sent.text.includes(ticket));

  const agent = await colleague('Meera Nair', ['support']);
  const queue = await agent.call<{ items: { id: string }[] }>(
    'GET',
    `/admin/support/messages?ticket=${ticket}`,
  );
  const { id } = queue.items[0]!;
  const { version } = await agent.call<Ticket>('GET', `/admin/support/messages/${id}`);
  await agent.call('POST', `/admin/support/messages/${id}/replies`, {
    message: 'It was sent once.',
    version,
  });

  // The page is told by itself; the bell counts it and leads to the conversation.
  await page.getByRole('button', { name: /^Notifications, \d+ unread$/ }).click();
  await page.getByRole('button', { name: /Our support team has answered/ }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/help\\?request=${id}$`));
  await expect(page.getByText('It was sent once.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByLabel('Write again').fill('Thank you.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('With our team')).toBeVisible();
  await page.getByRole('link', { name: 'Back to all requests' }).click();
  await expect(page.getByRole('link', { name: /My instalment/ })).toContainText('With our team');
  expect((await agent.call<Ticket>('GET', `/admin/support/messages/${id}`)).lines).toHaveLength(3);
});

test(
  'given a message by an account, an agent answers it at the desk, and the answer is mailed',
  { tag: '@desk' },
  async ({ page, member, outside, colleague }) => {
    const farida = await member('profile', page);
    const { name, email, mobile } = farida.identity;
    const subject = `Where is my card? ${mobile}`;
    await farida.call('POST', '/support/requests', {
      name,
      email,
      subject,
      message: 'I added it yesterday.',
    });
    await (await colleague('Ravi Menon', ['support'])).enter(page);
    await page.goto('/admin/support');
    await page.getByRole('link', { name: subject }).filter({ visible: true }).first().click();
    await expect(page.getByText('I added it yesterday.')).toBeVisible();
    await page.getByLabel('Your answer').fill('It is under Profile, Cards.');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    await expect(page.getByRole('list', { name: 'What was written' })).toContainText(
      'It is under Profile, Cards.',
    );
    await expectAccessible(page);
    await outside.message(email, ({ text }) => text.includes('It is under Profile, Cards.'));
  },
);

test('help by its short address leads to the help of the dashboard', async ({ page, member }) => {
  await member('profile', page);
  await page.goto('/help');
  await expect(page).toHaveURL(/\/dashboard\/help$/);
});
