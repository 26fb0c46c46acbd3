import type { Feature } from '#features/feature.ts';
import { BOOKS_FIGURES } from './books-desk.figures.ts';
import { booksCron, booksJobs } from './books-desk.jobs.ts';
import { registerBooksDesk } from './books-desk.routes.ts';
import { createBooksDeskService } from './books-desk.service.ts';

export const booksDesk: Feature = {
  name: 'books-desk',
  routes: (endpoints, parts) => registerBooksDesk(endpoints, createBooksDeskService(parts)),
  jobs: booksJobs,
  crons: [booksCron],
  figures: BOOKS_FIGURES,
};
