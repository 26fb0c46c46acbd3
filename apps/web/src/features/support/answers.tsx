import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLanguage } from '../../lib/i18n.tsx';
import { Accordion } from '../../ui/accordion.tsx';
import { TextField } from '../../ui/field.tsx';
import { useSupportWords } from './support.words.ts';

const loadAll = async (language: 'en' | 'hi') =>
  language === 'hi'
    ? (await import('../../lib/faqs.hi.ts')).faqs
    : (await import('../../lib/faqs.en.ts')).faqs;

/** The four asked most; whoever searches finds among all of them, which are fetched then. */
export function Answers() {
  const words = useSupportWords();
  const { language } = useLanguage();
  const [wanted, setWanted] = useState('');
  const isSearching = wanted.trim() !== '';
  const { data: groups } = useQuery({
    queryKey: ['faqs', language],
    queryFn: () => loadAll(language),
    enabled: isSearching,
    staleTime: Infinity,
  });
  const all = groups?.flatMap((group) => group.items) ?? words.faq;
  const shown = isSearching ? all.filter((one) => isAbout(one, wanted)) : words.faq;
  return (
    <>
      <TextField
        id="faq-search"
        type="search"
        label={words.search}
        autoComplete="off"
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <p role="status" className="mt-2 text-small text-ink-2">
        {isSearching ? words.found(shown.length) : ''}
      </p>
      <Accordion
        items={shown.map(({ question, answer }) => ({ title: question, content: <p>{answer}</p> }))}
      />
    </>
  );
}

/** Every word somewhere in question or answer. */
function isAbout(one: { readonly question: string; readonly answer: string }, wanted: string): boolean {
  const text = `${one.question} ${one.answer}`.toLocaleLowerCase();
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
