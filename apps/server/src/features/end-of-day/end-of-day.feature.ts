import { BOOKS, OWN_MARKS } from '#features/personal-data.ts';
import type { Feature } from '#features/feature.ts';
import { END_OF_DAY_FIGURES } from './end-of-day.figures.ts';
import { endOfDayJobs, sweepEndOfDay } from './end-of-day.jobs.ts';

export const endOfDay: Feature = {
  name: 'end-of-day',
  jobs: endOfDayJobs,
  sweeps: (parts) => ({ endOfDay: () => sweepEndOfDay(parts) }),
  figures: END_OF_DAY_FIGURES,
  personalData: [
    {
      table: 'parked_loans',
      topic: 'books',
      title: { en: 'Loans set aside for a look', hi: 'जाँच के लिए अलग रखे ऋण' },
      leftOut: OWN_MARKS,
      fate: BOOKS,
    },
  ],
};
