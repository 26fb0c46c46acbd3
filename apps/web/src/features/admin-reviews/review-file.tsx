import { getReviewFile, type AnswerOf, type getReview } from '@mohlat/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useStaff } from '../../lib/admin/staff.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { readFile } from './reviews.data.ts';
import { useReviewsWords } from './reviews.words.ts';

interface ReviewFileProps {
  readonly id: string;
  readonly file: AnswerOf<typeof getReview>['file'];
}

/** The file needs the bearer, so it is fetched with a press, which is what the audit log records. */
export function ReviewFile({ id, file }: ReviewFileProps) {
  const words = useReviewsWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const reading = useMutation({ mutationFn: async () => URL.createObjectURL(await readFile(id)) });
  const address = reading.data;
  useEffect(() => {
    if (address === undefined) return undefined;
    return () => URL.revokeObjectURL(address);
  }, [address]);
  if (file === null) return <p className="text-ink-2">{words.noFile}</p>;
  if (!may(getReviewFile)) return <p className="text-ink-2">{words.fileRole}</p>;
  if (address !== undefined) return <Shown address={address} type={file.type} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2">{words.showFileText}</p>
      {reading.isError ? (
        <Notice tone="bad" isLive title={words.fileFailed}>
          {errorText(reading.error, language)}
        </Notice>
      ) : null}
      <Button tone="secondary" size="medium" isPending={reading.isPending} onClick={() => reading.mutate()}>
        {words.showFile}
      </Button>
    </div>
  );
}

function Shown({ address, type }: { readonly address: string; readonly type: string }) {
  const words = useReviewsWords();
  if (type.startsWith('video/')) {
    return (
      <video
        controls
        playsInline
        aria-label={words.videoLabel}
        src={address}
        className="max-h-96 w-full rounded-input bg-sunken"
      >
        {/* What is said is the phrase, which stands among the facts. */}
        <track kind="captions" />
      </video>
    );
  }
  if (type.startsWith('image/')) {
    return <img src={address} alt={words.imageAlt} className="w-full rounded-input border border-line" />;
  }
  return (
    <a
      href={address}
      download
      className="inline-flex min-h-11 items-center rounded-chip font-medium text-brand-ink underline underline-offset-4"
    >
      {words.saveFile}
    </a>
  );
}
