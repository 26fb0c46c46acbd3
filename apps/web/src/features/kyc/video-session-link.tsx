import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { readDraft, useDraft } from '../../lib/draft.ts';
import { useVideoWords } from './video.words.ts';

const DRAFT = 'video-session';

/** The call at the provider that this tab has begun, so that it can be opened again after a reload. */
export function begunSession(): string | undefined {
  return readDraft<{ url: string }>(DRAFT)?.url;
}

/** The way to the call at the provider, in a tab of its own: this one stays and shows the result. */
export function SessionLink({ url }: { readonly url: string }) {
  const words = useVideoWords();
  useDraft(DRAFT, { url });
  return (
    <Notice
      isLive
      title={words.sessionTitle}
      actions={
        <a href={url} target="_blank" rel="noopener" className={buttonClass('primary', 'medium')}>
          {words.openSession}
        </a>
      }
    >
      {words.session} {words.afterCall}
    </Notice>
  );
}
