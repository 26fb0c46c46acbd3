import type { Preferences } from '@mohlat/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { close } from '#test/erasing.ts';
import { type Mailroom, openMailroom } from '../deliveries.testing.ts';

let room: Mailroom;
beforeAll(async () => {
  room = await openMailroom();
});
afterAll(() => room.stop());

describe('a mail that can be refused', () => {
  test('is stopped by one press, without a login, and by nothing less', async () => {
    const { person, userId } = await room.someone();
    await room.tell(userId);
    const mail = await room.mailTo(person, '₹5,000 is due on 5 December');
    const link = mail.unsubscribe?.replace('http://localhost:3000', room.server.url) ?? '';
    expect(mail.text).toContain(mail.unsubscribe);
    const channels = async () => (await person.ok<Preferences>('GET', '/me/preferences')).channels;

    // A scanner that opens every link of a mail changes nothing.
    const page = await fetch(link);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<button');
    expect(await channels()).toEqual({ email: true, sms: true, inApp: true });

    const pressed = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(pressed.status).toBe(200);
    expect(await pressed.text()).toContain('href="/dashboard/privacy"');
    expect(await channels()).toEqual({ email: false, sms: true, inApp: true });
    expect(await room.tell(userId)).toEqual(['app']);
  });

  test('is stopped by the link of an old mail of a closed account, and no row of the person comes of it', async () => {
    const { person, userId } = await room.someone();
    await room.tell(userId);
    const mail = await room.mailTo(person, '₹5,000 is due on 5 December');
    await close(person);
    const link = mail.unsubscribe!.replace('http://localhost:3000', room.server.url);
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    const { rowCount } = await room.server.sql.query('select 1 from preferences where user_id = $1', [
      userId,
    ]);
    expect(rowCount).toBe(0);
  });

  test('has a page in both languages, and says so when the link is not ours', async () => {
    const { person, userId } = await room.someone();
    await room.tell(userId);
    const mail = await room.mailTo(person, '₹5,000 is due on 5 December');
    const link = mail.unsubscribe!.replace('http://localhost:3000', room.server.url);
    expect(await (await fetch(`${link}?lang=hi`)).text()).toContain('lang="hi"');
    const forged = await fetch(`${link.slice(0, -2)}xx`, { method: 'POST' });
    expect(forged.status).toBe(404);
    expect((await fetch(`${room.server.url}/unsubscribe/${userId}`)).status).toBe(404);
  });

  test('comes in the language of its account, as does the line in the app', async () => {
    const { person, userId } = await room.someone();
    await person.ok('PUT', '/me/preferences', { language: 'hi' });
    await room.tell(userId);
    const title = '5 December तक ₹5,000 चुकाने हैं';
    expect((await room.mailTo(person, title)).text).toContain('ऐसी मेल बंद करें');
    const { items } = await person.ok<{ items: { title: string }[] }>('GET', '/notifications');
    expect(items.map((one) => one.title)).toContain(title);
  });
});

test('a mail that must come says why, and has no way to stop it', async () => {
  const { person, userId } = await room.someone();
  await room.tell(userId, { kind: 'must' });
  const mail = await room.mailTo(person, '₹5,000 is due on 5 December');
  expect(mail.unsubscribe).toBeNull();
  expect(mail.text).toContain('cannot be switched off');
});
