import { expect, test } from 'vitest';
import { judgeAudit } from './audit.ts';

const reportOf = (severities: Record<string, string>) =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      Object.entries(severities).map(([name, severity]) => [
        name,
        { name, severity, range: '<2', isDirect: true },
      ]),
    ),
  });

test('a package of high or critical severity fails the audit and is named', () => {
  const verdict = judgeAudit(reportOf({ 'left-pad': 'high', fastify: 'critical', zod: 'moderate' }));
  expect(verdict.code).toBe(1);
  expect(verdict.lines.join('\n')).toMatch(/fastify <2: critical[\s\S]*left-pad <2: high/);
});

test('less than that is told and passes', () => {
  expect(judgeAudit(reportOf({ zod: 'moderate' }))).toMatchObject({ code: 0 });
  expect(judgeAudit(reportOf({ zod: 'moderate' })).lines.join('\n')).toContain('zod <2: moderate');
  expect(judgeAudit(reportOf({}))).toEqual({ code: 0, lines: ['No known weakness in what is shipped.'] });
});

test('a registry that cannot be reached, or does not audit, is never a clean audit', () => {
  for (const output of [
    JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request failed' } }),
    JSON.stringify({ message: 'request failed', error: { summary: '', detail: '' } }),
    '',
    '<html>',
    '{}',
  ]) {
    const { code, lines } = judgeAudit(output);
    expect([output, code]).toEqual([output, 2]);
    expect(lines[0]).toContain('Nothing was looked at');
  }
});
