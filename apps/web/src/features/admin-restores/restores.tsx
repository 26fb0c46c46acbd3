import { type AnswerOf, listRestores, RESTORES_SHOWN, runReconciliation } from '@mohlat/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { adminKeys } from '../../lib/admin/keys.ts';
import { useStaff } from '../../lib/admin/staff.ts';
import { to } from '../../lib/addresses.ts';
import { call } from '../../lib/api.ts';
import { formatDateWithYear, formatInstant } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { useSendOnce } from '../../lib/send-once.ts';
import { TextButton, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { useRestoresWords } from './restores.words.ts';

type Restores = AnswerOf<typeof listRestores>;
type Restore = Restores['items'][number];

const restoresQuery = queryOptions({
  queryKey: adminKeys.one('restores', 'all'),
  queryFn: ({ signal }) => call(listRestores, { query: { limit: RESTORES_SHOWN }, signal }),
});

/** Each time the database was put back, and what has to be done about it. */
export function Component() {
  const words = useRestoresWords();
  return (
    <AdminDetail query={useQuery(restoresQuery)} fallbackTitle={words.title} title={() => words.title}>
      {({ items, olderCount }) => (
        <>
          <p className="mb-4 max-w-prose text-ink-2">{words.subtitle}</p>
          {items.length === 0 ? (
            <Card title={words.empty}>
              <p className="text-ink-2">{words.emptyHint}</p>
            </Card>
          ) : (
            <div className="flex flex-col gap-4">
              {items.map((restore) => (
                <OneRestore key={restore.id} restore={restore} />
              ))}
            </div>
          )}
          {olderCount > 0 ? <p className="mt-4 text-ink-2">{words.older(olderCount)}</p> : null}
        </>
      )}
    </AdminDetail>
  );
}

/** A day's list counts when it was read after the restore: what was known of it before went with the restore. */
const isReadSince = ({ restoredAt }: Restore, at: string | null): at is string =>
  at !== null && at > restoredAt;

function isDone(restore: Restore): boolean {
  const [today, ...ended] = restore.days;
  return (
    restore.olderDaysCount === 0 &&
    (today === undefined || isReadSince(restore, today.lastReadAt)) &&
    ended.every(
      ({ lastReadAt, closedReadAt }) => closedReadAt !== null && isReadSince(restore, lastReadAt),
    ) &&
    restore.differences.every(({ openCount }) => openCount === 0) &&
    restore.receipts.heldCount === 0
  );
}

function OneRestore({ restore }: { readonly restore: Restore }) {
  const words = useRestoresWords();
  const { language } = useLanguage();
  const { restoredAt, throughAt, copyAt } = restore;
  const said = [
    words.through(formatInstant(throughAt, language)),
    copyAt === null ? undefined : words.copy(formatInstant(copyAt, language)),
  ];
  return (
    <Card
      title={words.restored(formatInstant(restoredAt, language))}
      description={said.filter((one) => one !== undefined).join(' ')}
    >
      <div className="flex flex-col gap-6 max-md:mt-2">
        {isDone(restore) ? (
          <Notice tone="ok">{words.done}</Notice>
        ) : (
          <Notice tone="due">{words.waiting}</Notice>
        )}
        <Days restore={restore} />
        <Differences restore={restore} />
        <Receipts receipts={restore.receipts} />
      </div>
    </Card>
  );
}

function Days({ restore }: { readonly restore: Restore }) {
  const words = useRestoresWords();
  const { language } = useLanguage();
  const { may } = useStaff();
  const state = ({ lastReadAt, closedReadAt }: Restore['days'][number]) => {
    if (!isReadSince(restore, lastReadAt)) return words.notRead;
    const instant = formatInstant(lastReadAt, language);
    return closedReadAt === null ? words.soFar(instant) : words.toItsEnd(instant);
  };
  return (
    <section>
      <h3 className="mb-2 font-semibold">{words.days}</h3>
      <FiguresTable
        caption={words.days}
        heads={[words.day, words.rows, words.read, '']}
        rows={restore.days.map((day) => ({
          key: day.dayOn,
          cells: [
            formatDateWithYear(day.dayOn, language),
            day.rows,
            state(day),
            may(runReconciliation) ? <ReadAgain key="again" dayOn={day.dayOn} /> : null,
          ],
        }))}
      />
      {restore.olderDaysCount > 0 ? (
        <p className="mt-2 text-small text-ink-2">{words.olderDays(restore.olderDaysCount)}</p>
      ) : null}
    </section>
  );
}

/** It takes a while: how far the list was read is seen on the page, once it is read again. */
function ReadAgain({ dayOn }: { readonly dayOn: string }) {
  const words = useRestoresWords();
  const { language } = useLanguage();
  const day = formatDateWithYear(dayOn, language);
  const reading = useSendOnce({
    mutationFn: () => call(runReconciliation, { body: { dayOn } }),
    onSuccess: () => toast.success(words.asked(day)),
    onError: (error) => toast.error(words.failed, errorText(error, language)),
  });
  return (
    <TextButton aria-label={words.againOf(day)} disabled={reading.isPending} onClick={() => reading.mutate()}>
      {words.again}
    </TextButton>
  );
}

function Differences({ restore: { differences } }: { readonly restore: Restore }) {
  const words = useRestoresWords();
  const codes = useCodeWords();
  return (
    <section>
      <h3 className="mb-2 font-semibold">{words.differences}</h3>
      {differences.length === 0 ? (
        <p className="text-ink-2">{words.noDifferences}</p>
      ) : (
        <>
          <FiguresTable
            caption={words.differences}
            heads={[words.kind, words.open, words.amount, words.cleared]}
            rows={differences.map(({ kind, openCount, openPaise, clearedCount }) => ({
              key: kind,
              cells: [
                codeWord(codes.breakKinds, kind),
                openCount,
                <Money key="amount" paise={openPaise} />,
                clearedCount,
              ],
            }))}
          />
          {differences.some(({ openCount }) => openCount > 0) ? (
            <TextLink to={to('/admin/reconciliation')}>{words.openDifferences}</TextLink>
          ) : null}
        </>
      )}
    </section>
  );
}

function Receipts({ receipts: { heldCount, heldPaise, clearedCount } }: Pick<Restore, 'receipts'>) {
  const words = useRestoresWords();
  return (
    <section>
      <h3 className="mb-2 font-semibold">{words.receipts}</h3>
      {heldCount + clearedCount === 0 ? <p className="text-ink-2">{words.noReceipts}</p> : null}
      {heldCount > 0 ? (
        <p>
          {words.heldOf(heldCount)} · <Money paise={heldPaise} />{' '}
          <TextLink to={to('/admin/reconciliation', { query: { list: 'receipts' } })}>
            {words.openReceipts}
          </TextLink>
        </p>
      ) : null}
      {clearedCount > 0 ? <p className="text-ink-2">{words.clearedReceipts(clearedCount)}</p> : null}
    </section>
  );
}
