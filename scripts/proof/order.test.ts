import { expect, it } from 'vitest';
import { compare, type Placed } from './order.ts';

const SLOW = ['slow.test.tsx', 'slow.test.ts'];

const at = (project: string, file: string, hasPage = false): Placed => ({ project, file, hasPage });

it.each([
  { title: 'projects in their order', first: at('server', 'a.ts'), second: at('packages', 'slow.test.ts') },
  { title: 'the slow files of a project', first: at('server', 'slow.test.ts'), second: at('server', 'a.ts') },
  {
    title: 'all files with a page together',
    first: at('@mohlat/web', 'a.test.tsx', true),
    second: at('@mohlat/web', 'slow.test.ts'),
  },
])('puts $title first', ({ first, second }) => {
  expect(compare(first, second, SLOW)).toBeLessThan(0);
  expect(compare(second, first, SLOW)).toBeGreaterThan(0);
});

it('given two short files of a kind, leaves their order alone', () => {
  expect(compare(at('server', 'a.ts'), at('server', 'b.ts'), SLOW)).toBe(0);
});
