import { beforeEach, expect, test } from 'vitest';
import { forgetAnswers, keptAnswer, readWithKept } from './kept-answers.ts';

const PATH = '/api/v1/me';
const whole = (text: string, tag?: string) => new Response(text, tag ? { headers: { etag: tag } } : {});
const unchanged = () => new Response(null, { status: 304, headers: { etag: '"1"' } });
const ask = async (asker: string | undefined, response: Response, path = PATH) => {
  const known = keptAnswer(asker, path);
  const read = await readWithKept(asker, path, response, known);
  return { tag: known?.tag, status: read.status, text: await read.text() };
};

beforeEach(forgetAnswers);

test('given an answer with a tag, when it is asked for again and unchanged, it is the same answer', async () => {
  expect(await ask('asha', whole('{"a":1}', '"1"'))).toEqual({
    tag: undefined,
    status: 200,
    text: '{"a":1}',
  });
  expect(await ask('asha', unchanged())).toEqual({ tag: '"1"', status: 200, text: '{"a":1}' });
});

test('given an answer that changed, it is read and kept in place of the one before', async () => {
  await ask('asha', whole('{"a":1}', '"1"'));
  expect(await ask('asha', whole('{"a":2}', '"2"'))).toEqual({ tag: '"1"', status: 200, text: '{"a":2}' });
  expect(await ask('asha', unchanged())).toMatchObject({ tag: '"2"', text: '{"a":2}' });
});

test('given another person at the tab, nothing that was kept is named', async () => {
  await ask('asha', whole('{"a":1}', '"1"'));
  expect(await ask('ravi', whole('{"a":3}', '"3"'))).toMatchObject({ tag: undefined, text: '{"a":3}' });
  expect(keptAnswer('asha', PATH)).toBeUndefined();
});

test('given a person who left while the answer was on its way, it is not kept', async () => {
  keptAnswer('asha', PATH);
  forgetAnswers();
  await readWithKept('asha', PATH, whole('{"a":1}', '"1"'), undefined);
  expect(keptAnswer('asha', PATH)).toBeUndefined();
});

test('given no tag, or no session, when an answer is read, then it is not kept', async () => {
  await ask('asha', whole('{"a":1}'));
  expect(keptAnswer('asha', PATH)).toBeUndefined();
  await ask(undefined, whole('{"a":1}', '"1"'));
  expect(keptAnswer(undefined, PATH)).toBeUndefined();
});

test('given an answer that had to go while it was asked for again, when it is unchanged, then it is the same answer', async () => {
  await ask('asha', whole('{"a":1}', '"1"'));
  const known = keptAnswer('asha', PATH);
  forgetAnswers();
  const read = await readWithKept('asha', PATH, unchanged(), known);
  expect([read.status, await read.text()]).toEqual([200, '{"a":1}']);
});

test('given many answers, the oldest goes', async () => {
  for (let number = 0; number <= 40; number += 1)
    await ask('asha', whole('{}', `"${number}"`), `/p/${number}`);
  expect(keptAnswer('asha', '/p/0')).toBeUndefined();
  expect(keptAnswer('asha', '/p/1')).toEqual({ tag: '"1"', text: '{}' });
});
