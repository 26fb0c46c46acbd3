export { createPapers } from './documents.papers.ts';
