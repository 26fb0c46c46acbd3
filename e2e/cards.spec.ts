import type { Page, Request } from '@playwright/test';
import { cardEnding, type Member } from './member.ts';
import { expect, expectToast, test } from './product.ts';

const CVV = '9473';
/** Ids and idempotency keys are made by chance, and long enough to hold any four digits. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

async function fill(page: Page, number = cardEnding('4021')): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('1239');
  await page.getByLabel('CVV').fill(CVV);
  await page.getByLabel('Name on card').fill('ASHA RAO');
  await page.getByLabel('Bank', { exact: true }).selectOption('Axis Bank');
}

const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

test('the form says what is missing and what is wrong, field by field', async ({ page, member }) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await page.getByLabel('Card number').waitFor();
  await goOn(page);
  await expectToast(page, 'Please fill in all required fields');
  await expect(page.getByRole('alert')).toContainText('Please fill in all required fields');
  for (const sentence of [
    'Enter the card number',
    'Enter the expiry as MM/YY',
    'Enter the CVV',
    'Enter the name on the card',
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();

  await fill(page);
  const number = page.getByLabel('Card number');
  await number.fill('4111-1111x0009 40219999');
  await expect(number).toHaveValue('4111 1111 0009 4021');
  await number.fill('4111111100094022');
  await goOn(page);
  await expect(page.getByRole('alert')).toContainText('Check the card number');
  await number.fill(cardEnding('4021'));
  await page.getByLabel('Expiry').fill('0120');
  await expect(page.getByLabel('Expiry')).toHaveValue('01/20');
  await goOn(page);
  await expect(page.getByRole('alert')).toContainText('This card has expired');
  await page.getByLabel('Expiry').fill('1239');
  await page.getByLabel('CVV').fill('12');
  await goOn(page);
  await expect(page.getByText('Enter the CVV', { exact: true })).toBeVisible();
});

test('the first digits name network and bank, and the person has the last word', async ({ page, member }) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  const bank = page.getByLabel('Bank', { exact: true });
  await page.getByLabel('Card number').fill('461786');
  await expect(page.getByText('Visa', { exact: true })).toBeVisible();
  await expect(bank).toHaveValue('HDFC Bank');
  await expect(page.getByText(/^Known by the first digits/)).toBeVisible();
  await page.getByLabel('Card number').fill('6074');
  await expect(page.getByText('RuPay', { exact: true })).toBeVisible();
  await expect(bank).toHaveValue('');
  await bank.selectOption('Yes Bank');
  await page.getByLabel('Card number').fill('461786');
  await expect(bank).toHaveValue('Yes Bank');
});

test('CVV: no request of the card entry carries it, in address, headers or body', async ({
  page,
  member,
}) => {
  await member('limit', page);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto('/dashboard/pay-bill');
  await fill(page);
  await page.getByRole('checkbox', { name: /Save this card/ }).check();
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Bill Amount' })).toBeVisible();
  const carried = await Promise.all(
    requests.map(async (request) => {
      const headers = Object.entries(await request.allHeaders())
        // A signed token is long enough to hold any four digits by chance.
        .filter(([name]) => name !== 'authorization')
        .flat();
      const text = [request.url(), ...headers, request.postData() ?? ''].join('\n').replaceAll(UUID, '');
      return /cvv|cvc/i.test(request.postData() ?? '') || text.includes(CVV) ? request.url() : undefined;
    }),
  );
  expect(carried.filter(Boolean)).toEqual([]);
  expect(requests.some((one) => one.method() === 'POST' && one.url().endsWith('/api/v1/cards'))).toBe(true);
  const kept = await page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Object.entries(storage))
      // The token of the session is long enough to hold any four digits by chance.
      .filter(([name]) => name !== 'mohlat-auth')
      .flat()
      .join('\n'),
  );
  expect(kept).toContain('mohlat-draft:pay-bill');
  expect(kept.replaceAll(UUID, '')).not.toMatch(new RegExp(`\\b${CVV}\\b|cvv`, 'i'));
});

test('CVV: a body that carries one is refused', async ({ page, member }) => {
  const asha = await member('account', page);
  await expect(
    asha.call('POST', '/cards', {
      cardNumber: cardEnding('4021'),
      nameOnCard: 'ASHA RAO',
      expiry: '12/39',
      bankName: 'HDFC Bank',
      cvv: CVV,
    }),
  ).rejects.toThrow(/422.*cvv/);
});

test('a card is kept under a nickname, renamed, and removed after a question', async ({ page, member }) => {
  await member('limit', page);
  await page.goto('/dashboard/pay-bill');
  await fill(page);
  await page.getByRole('checkbox', { name: /Save this card/ }).check();
  await page.getByLabel('Nickname').fill('4111 1111 0009');
  await goOn(page);
  await expect(page.getByRole('alert')).toContainText('Choose a nickname without the card number');
  await page.getByLabel('Nickname').fill('Travel');
  await goOn(page);
  await expectToast(page, 'Card saved successfully');
  await page.goto('/dashboard/pay-bill');
  await expect(page.getByRole('radio', { name: /Travel/ })).toBeChecked();

  await page.goto('/dashboard/profile');
  await expect(page.getByText('Axis Bank •• 4021 · Visa · Expires 12/39')).toBeVisible();
  await expect(page.getByText('Not used yet')).toBeVisible();
  await page.getByRole('button', { name: 'Rename: Axis Bank •• 4021' }).click();
  const naming = page.getByRole('dialog', { name: 'A name for Axis Bank •• 4021' });
  await naming.getByLabel('Nickname').fill('4111111100094021');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(naming.getByRole('alert')).toContainText('Choose a nickname without the card number');
  await naming.getByLabel('Nickname').fill('Groceries');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Nickname saved');
  await expect(page.getByText('Groceries', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Remove Axis Bank •• 4021' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove Axis Bank •• 4021?' });
  await removing.getByRole('button', { name: 'Keep card' }).click();
  await expect(page.getByText('Groceries', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Axis Bank •• 4021' }).click();
  await removing.getByRole('button', { name: 'Remove card' }).click();
  await expectToast(page, 'Card removed');
  await expect(page.getByText(/^No saved cards/)).toBeVisible();
});

/** The list of cards is asked for by pages. */
const CARDS = '**/api/v1/cards*';

/** Refuses so many calls of a method. Calls of another one are not counted. */
const failing = (page: Page, method: string, times: number) => {
  let left = times;
  return page.route(CARDS, async (route) => {
    if (route.request().method() !== method || left === 0) return route.fallback();
    left -= 1;
    return route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' });
  });
};

test('cards that cannot be read or saved are said to be so, and nothing typed is lost', async ({
  page,
  member,
}) => {
  const asha: Member = await member('limit', page);
  await asha.addCard('7777');
  await failing(page, 'GET', 10);
  await page.goto('/dashboard/pay-bill');
  await expectToast(page, 'Error fetching saved cards');
  await expect(page.getByText('Error fetching saved cards').first()).toBeVisible();
  await fill(page);
  await page.unroute(CARDS);
  await failing(page, 'POST', 1);
  await goOn(page);
  await expectToast(page, 'Error saving card');
  await expect(page.getByLabel('Name on card')).toHaveValue('ASHA RAO');
  await goOn(page);
  await expect(page.getByRole('heading', { name: 'Bill Amount' })).toBeVisible();
});
