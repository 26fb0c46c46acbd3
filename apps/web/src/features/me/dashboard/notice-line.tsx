import { useQuery } from '@tanstack/react-query';
import { Info, X } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { readDraft, saveDraft } from '../../../lib/draft.ts';
import { useGlossary } from '../../../lib/glossary.ts';
import { useLanguage } from '../../../lib/i18n.tsx';
import { noticeQuery } from '../me.data.ts';

const DRAFT = 'notice';

/** The notice of the moment. Put away, it stays away in this tab until it says something else. */
export function NoticeLine() {
  const glossary = useGlossary();
  const { language } = useLanguage();
  const [putAway, setPutAway] = useState(() => readDraft<{ text: string }>(DRAFT)?.text);
  const { data } = useQuery(noticeQuery);
  const notice = data?.notice;
  if (!notice || notice.en === putAway) return null;
  return (
    <div
      role="status"
      // The words flow around the button: large ones that have no room beside it go below.
      className="flow-root rounded-card border border-brand-line bg-brand-soft py-1 pr-1 pl-4 text-small text-brand-ink"
    >
      <IconButton
        label={glossary.close}
        className="float-right"
        onClick={() => {
          saveDraft(DRAFT, { text: notice.en });
          setPutAway(notice.en);
        }}
      >
        <X aria-hidden="true" className="size-5" />
      </IconButton>
      <p className="py-2.5">
        <Info aria-hidden="true" className="mr-2 inline size-5 align-text-bottom" />
        {notice[language]}
      </p>
    </div>
  );
}
