import type { Change } from './change.ts';

const FOLDER = 'apps/web/src/features/admin-funnel';

export const staffPage: Change = {
  about: 'a staff page over a call that stands: how far people came',
  filesMax: 6,
  edits: [
    {
      file: `${FOLDER}/funnel.feature.ts`,
      text: `import { getOverview } from '@mohlat/contract';
import { Filter } from 'lucide-react';
import type { ScreenFeature } from '../feature.ts';

export const funnel = {
  screens: {
    '/admin/funnel': {
      lazy: () => import('./funnel.tsx'),
      reads: getOverview,
      menu: { place: 15, word: { en: 'Funnel', hi: 'फ़नल' }, Icon: Filter },
    },
  },
} satisfies ScreenFeature;
`,
    },
    {
      file: `${FOLDER}/funnel.tsx`,
      text: `import { getOverview } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { adminKeys } from '../../lib/admin/keys.ts';
import { call } from '../../lib/api.ts';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { useFunnelWords } from './funnel.words.ts';

export function Component() {
  const words = useFunnelWords();
  const overview = useQuery({
    queryKey: adminKeys.one('funnel', 'now'),
    queryFn: ({ signal }) => call(getOverview, { query: {}, signal }),
  });
  return (
    <AdminDetail query={overview} fallbackTitle={words.title} title={() => words.title}>
      {({ funnel }) => (
        <FiguresTable
          caption={words.title}
          heads={[words.step, words.people]}
          rows={funnel.map(({ step, people }) => ({ key: step, cells: [words.steps[step], people] }))}
        />
      )}
    </AdminDetail>
  );
}
`,
    },
    {
      file: `${FOLDER}/funnel.test.tsx`,
      text: `// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { en } from './funnel.words.ts';
import { hi } from './words.hi.ts';

test('given the funnel, then each step has words in both languages', () => {
  expect(Object.keys(hi.steps)).toEqual(Object.keys(en.steps));
});
`,
    },
    {
      file: `${FOLDER}/funnel.words.ts`,
      text: `import { defineWords } from '../../lib/i18n.tsx';

export const en = {
  title: 'Funnel',
  step: 'Step',
  people: 'People',
  steps: {
    signed_up: 'Signed up',
    kyc_complete: 'KYC complete',
    limit_given: 'Limit given',
    first_bill_paid: 'First bill paid',
  },
};

export type FunnelWords = typeof en;

export const useFunnelWords = defineWords(en, () => import('./words.hi.ts').then((module) => module.hi));
`,
    },
    {
      file: `${FOLDER}/words.hi.ts`,
      text: `import type { FunnelWords } from './funnel.words.ts';

export const hi: FunnelWords = {
  title: 'फ़नल',
  step: 'चरण',
  people: 'लोग',
  steps: {
    signed_up: 'साइन अप किया',
    kyc_complete: 'KYC पूरा',
    limit_given: 'लिमिट मिली',
    first_bill_paid: 'पहला बिल भरा',
  },
};
`,
    },
    {
      file: 'apps/web/src/features/all-staff.ts',
      puts: [
        {
          at: 'import { hardships } from',
          before: "import { funnel } from './admin-funnel/funnel.feature.ts';",
        },
        { at: 'hardships,', before: '  funnel,' },
      ],
    },
  ],
  generated: [],
};
