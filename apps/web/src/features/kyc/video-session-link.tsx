import { buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useVideoWords } from './video.words.ts';

/**
 * The way to the call at the provider, in a tab of its own: this one stays and shows the result. Without a url it is
 * still being asked for.
 */
export function SessionLink({ url }: { readonly url: string | undefined }) {
  const words = useVideoWords();
  return (
    <Notice
      isLive
      title={words.sessionTitle}
      actions={
        url === undefined ? undefined : (
          <a href={url} target="_blank" rel="noopener" className={buttonClass('primary', 'medium')}>
            {words.openSession}
          </a>
        )
      }
    >
      {words.session} {words.afterCall}
    </Notice>
  );
}
