import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { adminKeys } from '../../lib/admin/keys.ts';
import type { Hits, SearchKind } from '../../lib/admin/search.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { LoadingFace } from '../../lib/faces.tsx';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { useSearchWords } from './search.words.ts';

/** The least that may be searched for, as the endpoints ask it. */
const TEXT_MIN = 3;
const HIT = 'a[data-hit]';

interface StaffSearchProps {
  readonly kinds: readonly SearchKind[];
  readonly onClose: () => void;
}

/**
 * One field for everything that features find: people, payments, tickets, by whatever names them. It asks with Enter and not with each letter, for every
 * search is written to the audit log.
 */
export function StaffSearch({ kinds, onClose }: StaffSearchProps) {
  const words = useSearchWords();
  const common = useAdminWords();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const [isShort, setIsShort] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const ask = () => {
    const text = typed.trim();
    setIsShort(text.length < TEXT_MIN);
    setAsked(text.length < TEXT_MIN ? '' : text);
  };
  return (
    <Dialog onClose={onClose} title={words.title} description={words.text} closeLabel={common.close}>
      <div ref={box} role="presentation" onKeyDown={(event) => walk(event, box.current)}>
        <form
          noValidate
          role="search"
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <TextField
            label={words.label}
            hint={words.hint}
            error={isShort ? words.short : undefined}
            type="search"
            autoFocus
            autoComplete="off"
            maxLength={64}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" size="medium">
            {words.search}
          </Button>
        </form>
        {asked === '' ? null : <Found kinds={kinds} text={asked} onOpen={onClose} />}
      </div>
    </Dialog>
  );
}

/** The arrows go from the field through what was found, and back. */
function walk(event: KeyboardEvent, box: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const hits = [...(box?.querySelectorAll<HTMLElement>(HIT) ?? [])];
  if (step === 0 || hits.length === 0) return;
  event.preventDefault();
  const at = hits.findIndex((hit) => hit === document.activeElement);
  if (at === 0 && step === -1) box?.querySelector('input')?.focus();
  else hits[Math.min(hits.length - 1, at + step)]?.focus();
}

interface FoundProps {
  readonly kinds: readonly SearchKind[];
  readonly text: string;
  readonly onOpen: () => void;
}

function Found({ kinds, text, onOpen }: FoundProps) {
  const words = useSearchWords();
  const { language } = useLanguage();
  const { staff, may } = useStaff();
  const open = kinds.filter(({ reads }) => may(reads));
  const asked = open.filter(({ matches }) => matches(text));
  const found = useQuery({
    queryKey: adminKeys.list(asked.map(({ key }) => key).join(), text),
    // Until the roles are known it is not known what may be searched.
    enabled: staff !== undefined,
    retry: false,
    // One kind that fails leaves the others to be shown.
    queryFn: ({ signal }) => Promise.allSettled(asked.map(({ find }) => find(text, signal))),
  });
  const hitsOf = (key: string): Hits | undefined => {
    const one = found.data?.[asked.findIndex((kind) => kind.key === key)];
    return one?.status === 'fulfilled' ? one.value : undefined;
  };
  const isFailed = found.data?.some(({ status }) => status === 'rejected') === true;
  const isSaid = found.isSuccess && !isFailed && !found.isFetching;
  const count = asked.reduce((sum, { key }) => sum + (hitsOf(key)?.items.length ?? 0), 0);
  return (
    <div className="mt-4 flex flex-col gap-4">
      <p role="status" className="text-small text-ink-2">
        {isSaid ? words.found(count) : ''}
      </p>
      {isFailed ? <Notice tone="bad" isLive title={words.failed} /> : null}
      {found.isPending ? (
        <LoadingFace>
          <Skeleton height="row" />
        </LoadingFace>
      ) : null}
      {open.map(({ key, title, list }) => (
        <HitList
          key={key}
          title={title[language]}
          list={list}
          text={text}
          hits={hitsOf(key)}
          onOpen={onOpen}
        />
      ))}
      {open.map(({ key, short }) => {
        const line = short?.(text);
        return line === undefined ? null : (
          <p key={key} className="text-small text-ink-3">
            {line[language]}
          </p>
        );
      })}
    </div>
  );
}

interface HitListProps extends Omit<FoundProps, 'kinds'> {
  readonly title: string;
  /** The address of the list that has all of them. */
  readonly list: string;
  readonly hits: Hits | undefined;
}

function HitList({ title, list, text, hits, onOpen }: HitListProps): ReactNode {
  const words = useSearchWords();
  const { unnamed } = useAdminWords();
  if (hits === undefined || hits.items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="text-small font-medium text-ink-2">{title}</h3>
      <ul className="ruled">
        {hits.items.map(({ id, to, name, detail, amountPaise }) => (
          <li key={id}>
            <Link
              data-hit
              to={to}
              onClick={onOpen}
              className="figure-line items-baseline rounded-chip px-2 py-2 text-dense hover:bg-sunken focus:bg-brand-soft"
            >
              <span className="flex flex-col">
                <span className="font-medium text-ink">{name ?? unnamed}</span>
                <span className="text-caption text-ink-2 tabular">{detail}</span>
              </span>
              {amountPaise === undefined ? null : <Money paise={amountPaise} className="font-semibold" />}
            </Link>
          </li>
        ))}
      </ul>
      {hits.isMore ? (
        <TextLink to={`${list}?search=${encodeURIComponent(text)}`} onClick={onOpen}>
          {words.more(title)}
        </TextLink>
      ) : null}
    </section>
  );
}
