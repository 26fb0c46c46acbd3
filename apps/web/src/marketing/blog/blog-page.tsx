import { formatDateWithYear } from '../../lib/format.ts';
import { ArticlePage } from '../articles/article-page.tsx';
import { PageHead } from '../layout.tsx';
import type { Site } from '../site.ts';
import type { Post } from './post.ts';
import { POSTS } from './posts.ts';

/** All posts, newest first. */
export function Blog({ site }: { readonly site: Site }) {
  const words = site.words.blog;
  return (
    <div className="gutter mx-auto w-full max-w-page">
      <PageHead title={words.title} lead={words.lead} />
      <ul className="ruled max-w-text border-t border-line">
        {POSTS.map((post) => (
          <li key={post.slug} className="py-6">
            <h2 className="text-section font-semibold">
              <a href={site.href(`/blog/${post.slug}`)} className="text-brand-ink hover:underline">
                {post[site.language].title}
              </a>
            </h2>
            <p className="mt-1 text-ink-2">{post[site.language].lead}</p>
            <p className="mt-1 text-caption text-ink-3">{publishedOn(post, site)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function BlogPost({ site, post }: { readonly site: Site; readonly post: Post }) {
  return (
    <>
      <ArticlePage site={site} article={post[site.language]} dated={publishedOn(post, site)} />
      <p className="gutter mx-auto mt-8 w-full max-w-page text-small text-ink-2">
        {site.words.blog.ofItsDay}{' '}
        <a href={site.href('/pricing')} className="font-medium text-brand-ink underline">
          {site.words.pricing.title}
        </a>
      </p>
      <p className="gutter mx-auto mt-4 w-full max-w-page">
        <a
          href={site.href('/blog')}
          className="inline-flex min-h-11 items-center text-brand-ink hover:underline"
        >
          {site.words.blog.all}
        </a>
      </p>
    </>
  );
}

function publishedOn(post: Post, site: Site): string {
  return formatDateWithYear(post.publishedOn, site.language);
}
