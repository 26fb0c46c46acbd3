export { findFloat } from './float.repo.ts';
