import { expect, it } from 'vitest';
import { run } from './run.ts';

it('keeps the last lines that a program wrote as errors, for the message that says why it broke off', async () => {
  const program = "for (let i = 1; i <= 30; i += 1) console.error('line', i); process.exit(3)";
  const { isGood, lastWords } = await run(['node', '-e', program]);
  expect(isGood).toBe(false);
  expect(lastWords.at(0)).toBe('line 11');
  expect(lastWords.at(-1)).toBe('line 30');
});

it('ends with the program, though what the program started goes on and holds its pipe', async () => {
  const program = `const { spawn } = require('node:child_process');
    const sleeper = spawn('sleep', ['3600'], { stdio: ['ignore', 'ignore', 'inherit'], detached: true });
    console.error(sleeper.pid);
    sleeper.unref();`;
  const { isGood, lastWords } = await run(['node', '-e', program]);
  expect(isGood).toBe(true);
  process.kill(Number(lastWords[0]));
});
