import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { daysText, fillKnown, type PlaceTexts } from '../../lib/figure-places.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { OfficerCard } from '../../lib/officer-card.tsx';
import { pricingQuery } from '../../lib/queries.ts';
import { Accordion } from '../../ui/accordion.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { formatRupees } from '../../ui/rupees.ts';
import { Skeleton } from '../../ui/states.tsx';
import { ContactForm } from './contact-form.tsx';
import { Conversation } from './conversation.tsx';
import { Requests } from './requests.tsx';
import { useSupportWords } from './support.words.ts';
import { CONTACT_PART, to } from '../../lib/addresses.ts';

/** Questions first, then a person; who answers is known without waiting for anything. `?request=` is one conversation. */
export function Component() {
  const words = useSupportWords();
  const [search] = useSearchParams();
  const request = search.get('request');
  if (request !== null) {
    return (
      <>
        <PageHeader
          title={words.title}
          back={<TextLink to={to('/dashboard/help')}>{words.requests.back}</TextLink>}
        />
        <div className="max-w-text">
          <Conversation id={request} />
        </div>
      </>
    );
  }
  return (
    <>
      <PageHeader title={words.title} />
      <div className="grid items-start gap-3 lg:grid-cols-2 lg:gap-6">
        <div className="flex min-w-0 flex-col gap-3 lg:gap-6">
          <Card title={words.faqTitle} description={words.faqText}>
            <Answers />
          </Card>
          <Requests />
        </div>
        <div className="flex min-w-0 flex-col gap-3 lg:gap-6">
          <ContactCard />
          <OfficerCard title={words.officerTitle} text={words.officerText} />
        </div>
      </div>
    </>
  );
}

/** A link that says "write to us" leads to the form, and not to the questions above it. */
function ContactCard() {
  const words = useSupportWords();
  const box = useRef<HTMLDivElement>(null);
  const { key, hash } = useLocation();
  useEffect(() => {
    if (hash === `#${CONTACT_PART}`) box.current?.scrollIntoView();
  }, [key, hash]);
  return (
    <div ref={box} id={CONTACT_PART} className="scroll-mt-20">
      <Card title={words.contactTitle} description={words.contactText}>
        <SupportAddress />
        <ContactForm />
      </Card>
    </div>
  );
}

/** The form below works without the address, so its absence is a line and not a problem. */
function SupportAddress() {
  const words = useSupportWords();
  const { data, isPending } = useQuery(pricingQuery);
  return (
    <div className="mb-4 flex min-h-11 items-center gap-2 border-b border-line pb-3">
      <Mail aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      {isPending ? <Skeleton width="half" /> : null}
      {data ? (
        <span className="min-w-0 break-words text-ink-2">
          {words.writeTo}{' '}
          <TextLink to={`mailto:${data.supportEmail}`} isPlain>
            {data.supportEmail}
          </TextLink>
        </span>
      ) : null}
      {isPending || data ? null : <span className="text-small text-ink-2">{words.emailMissing}</span>}
    </div>
  );
}

const loadAll = async (language: 'en' | 'hi') =>
  language === 'hi'
    ? (await import('../../lib/faqs.hi.ts')).faqs
    : (await import('../../lib/faqs.en.ts')).faqs;

/** Shows the four questions asked most. A search covers all of them, which are fetched then. */
function Answers() {
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
  const figures = useFigures();
  const found = isSearching && groups ? groups.flatMap((group) => [...group.items]) : words.faq;
  const shown = found
    .map(({ question, answer }) => ({ question, answer: fillKnown(answer, figures) }))
    .filter((one) => !isSearching || isAbout(one, wanted));
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

/** The figures of the answers, as staff have set them. */
function useFigures(): PlaceTexts {
  const { language } = useLanguage();
  const { data } = useQuery(pricingQuery);
  if (data === undefined) return {};
  return {
    grace: String(data.late.graceDays),
    bounce: formatRupees(data.late.bouncePaise),
    cooling: daysText(data.coolingOffDays, language),
  };
}

/** Every word somewhere in question or answer. */
function isAbout(one: { readonly question: string; readonly answer: string }, wanted: string): boolean {
  const text = `${one.question} ${one.answer}`.toLocaleLowerCase();
  return wanted
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
