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
