import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function linesOf(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLog('info', { write: (line: string) => void lines.push(line) }));
  return lines.map((line) => {
    const { time, level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
    expect([typeof time, typeof level, typeof msg]).toEqual(['number', 'number', 'string']);
    return fields;
  });
}
const OUT = '[struck out]';

test('given a telling name down to three deep, when it is logged, its value is struck out', () => {
  const fields = {
    id: 'x',
    email: 'a@b.in',
    one: { token: 't', at: 1 },
    list: [{ pan: 'ABCDE1234F' }, 'kept'],
    two: { deep: { mobile: '9', deeper: { otp: 'beyond' } } },
  };
  const [line] = linesOf((log) => log.info(fields, 'said'));
  expect(line).toEqual({
    id: 'x',
    email: OUT,
    one: { token: OUT, at: 1 },
    list: [{ pan: OUT }, 'kept'],
    two: { deep: { mobile: OUT, deeper: { otp: 'beyond' } } },
  });
  expect(fields.email).toBe('a@b.in');
  expect(fields.one.token).toBe('t');
});

test('given an error with personal fields, when it is logged, its words stay and they do not', () => {
  const error = Object.assign(new Error('it broke'), { code: 'X1', body: 'secret', cause2: { phone: '1' } });
  const [line] = linesOf((log) => log.error({ err: error, requestId: 'r' }, 'failed'));
  expect(line).toMatchObject({
    err: { type: 'Error', message: 'it broke', code: 'X1', body: OUT, cause2: { phone: OUT } },
    requestId: 'r',
  });
  expect(linesOf((log) => log.error(error, 'failed'))[0]).toMatchObject({ err: { body: OUT } });
});
