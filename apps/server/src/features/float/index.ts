export { findFloat, isFloatShort } from './float.repo.ts';
