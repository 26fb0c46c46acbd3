import type { Closed } from '@mohlat/contract';
import { dateWriter } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { usePrivacyWords } from './privacy.words.ts';

interface FateListsProps extends Pick<Closed, 'erased' | 'kept'> {
  /** One step below the heading they stand under. */
  readonly as: 'h2' | 'h3';
}

/** The honest list: what goes at once, and what stays, until when and why. */
export function FateLists({ erased, kept, as: Heading }: FateListsProps) {
  const words = usePrivacyWords();
  const { language } = useLanguage();
  const write = dateWriter(
    kept.flatMap(({ until }) => until ?? []),
    language,
  );
  return (
    <>
      <section>
        <Heading className="font-semibold">{words.goes}</Heading>
        <ul className="ml-5 list-disc text-ink-2">
          {erased.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      </section>
      <section>
        <Heading className="font-semibold">{words.stays}</Heading>
        <ul className="ruled">
          {kept.map(({ what, why, until }) => (
            <li key={what} className="py-2">
              <p className="font-medium">
                {what}, {until === null ? words.noEnd : words.until(write(until))}
              </p>
              <p className="text-small text-ink-2">{why}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
