import { useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, TextButton } from '../../ui/button.tsx';
import { useLanguage } from '../i18n.tsx';
import { errorText } from '../problem.ts';
import { useSendOnce } from '../send-once.ts';
import { useAdminWords } from './admin.words.ts';
import { forEachRow, type Outcome, ROWS_MAX } from './each-row.ts';
import { adminChanged } from './keys.ts';

/** Something that one person may do to a row alone, and so to many rows. */
export interface RowAct<Row> {
  readonly key: string;
  /** As on the button of the single act. */
  readonly label: string;
  /** Whether it makes sense for a row as it stands; the server judges again. */
  readonly fits: (row: Row) => boolean;
  /** The call of the single act: its roles, its second factor and its audit entry are those of one row. */
  readonly act: (row: Row) => Promise<unknown>;
}

interface RowActsProps<Row> {
  readonly acts: readonly RowAct<Row>[];
  readonly marked: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** Marks these rows and no others. */
  readonly onMark: (keys: readonly string[]) => void;
}

interface Run {
  readonly label: string;
  /** In the order of the rows. */
  readonly names: ReadonlyMap<string, string>;
  readonly outcomes: readonly Outcome[];
}

/** The acts for the rows that are marked, and what became of each row; at the foot, so that no row moves while it is marked. */
export function RowActs<Row>({ acts, marked, keyOf, nameOf, onMark }: RowActsProps<Row>) {
  const words = useAdminWords().rows;
  const client = useQueryClient();
  const [run, setRun] = useState<Run>();
  const running = useSendOnce({
    mutationFn: async ({ act, rows }: { readonly act: RowAct<Row>; readonly rows: readonly Row[] }) => {
      const names = new Map(rows.map((row) => [keyOf(row), nameOf(row)]));
      const outcomes: Outcome[] = [];
      const tell = () => setRun({ label: act.label, names, outcomes: [...outcomes] });
      tell();
      await forEachRow(rows, keyOf, act.act, (outcome) => {
        outcomes.push(outcome);
        tell();
      });
      // Refused rows stay marked: staff look at them, or retry.
      onMark(outcomes.filter(({ error }) => error !== undefined).map(({ key }) => key));
    },
    onSettled: () => adminChanged(client),
  });
  const isTooMany = marked.length > ROWS_MAX;
  if (marked.length === 0 && run === undefined) return null;
  return (
    <section
      aria-label={words.title}
      className={clsx(
        'mt-4 flex flex-col gap-2 rounded-card border border-line-strong bg-surface px-4 py-3',
        // Outcomes may be taller than a window: they are scrolled with the page.
        (run === undefined || running.isPending) && 'sticky bottom-0 z-10',
      )}
    >
      {marked.length === 0 || running.isPending ? null : (
        <div className="flex flex-wrap items-center gap-2">
          <span className="mr-2 text-small font-medium">{words.marked(marked.length)}</span>
          {acts.map((act) => {
            const rows = marked.filter((row) => act.fits(row));
            return rows.length === 0 ? null : (
              <Button
                key={act.key}
                tone="secondary"
                size="medium"
                disabled={isTooMany}
                onClick={() => running.mutate({ act, rows })}
              >
                {words.act(act.label, rows.length)}
              </Button>
            );
          })}
          <TextButton onClick={() => onMark([])}>{words.unmark}</TextButton>
          {isTooMany ? <p className="w-full text-caption text-ink-2">{words.tooMany(ROWS_MAX)}</p> : null}
        </div>
      )}
      {run === undefined ? null : (
        <Outcomes run={run} isOver={!running.isPending} onClose={() => setRun(undefined)} />
      )}
    </section>
  );
}

interface OutcomesProps {
  readonly run: Run;
  readonly isOver: boolean;
  readonly onClose: () => void;
}

/** The progress, and then the outcome of each row; refused rows come first. */
function Outcomes({ run: { label, names, outcomes }, isOver, onClose }: OutcomesProps) {
  const words = useAdminWords().rows;
  const { language } = useLanguage();
  const summary = useRef<HTMLParagraphElement>(null);
  // As the rows stand, whichever was answered first.
  const inOrder = [...names.keys()].flatMap((key) => outcomes.filter((outcome) => outcome.key === key));
  const refused = inOrder.filter(({ error }) => error !== undefined);
  const done = inOrder.filter(({ error }) => error === undefined);
  // The button that was pressed is gone by now.
  useEffect(() => {
    if (isOver) summary.current?.focus();
  }, [isOver]);
  if (!isOver) {
    return (
      <p role="status" className="text-small tabular">
        {words.underWay(label, outcomes.length, names.size)}
      </p>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p ref={summary} tabIndex={-1} role="status" className="text-small font-medium">
          {words.over(label, done.length, refused.length)}
        </p>
        <TextButton onClick={onClose}>{words.close}</TextButton>
      </div>
      <ul aria-label={words.outcomes} className="ruled text-caption">
        {[...refused, ...done].map(({ key, error }) => (
          <li key={key} className="flex items-start gap-2 py-1">
            {error === undefined ? (
              <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ok" />
            ) : (
              <X aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-bad" />
            )}
            <span className="min-w-0">
              <span className="font-medium">{names.get(key)}</span>{' '}
              <span className="text-ink-2">
                {error === undefined ? words.done : errorText(error, language)}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
