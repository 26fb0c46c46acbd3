export { booksCron, booksJobs } from './books-desk.jobs.ts';
export { registerBooksDesk } from './books-desk.routes.ts';
export { createBooksDeskService } from './books-desk.service.ts';
