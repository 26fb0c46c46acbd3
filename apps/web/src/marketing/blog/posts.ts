import type { Post } from './post.ts';
import { what15000Costs } from './what-15000-costs.ts';
import { whenNobodyKnows } from './when-nobody-knows.ts';
import { whenNotToUseUs } from './when-not-to-use-us.ts';

/** Newest first; a post is its file and its line here. */
export const POSTS: readonly Post[] = [whenNotToUseUs, whenNobodyKnows, what15000Costs];
