import { type AnswerOf, judgeTestimonial, listTestimonials, TESTIMONIAL_STATUSES } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useAccountLink } from '../../lib/admin/account-link.tsx';
import { useColumnKinds } from '../../lib/admin/columns.tsx';
import { adminChanged } from '../../lib/admin/keys.ts';
import { choiceOf, FilteredPage } from '../../lib/admin/list-page.tsx';
import { given, listQuery, oneOf } from '../../lib/admin/list.ts';
import type { RowAct } from '../../lib/admin/row-acts.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { call } from '../../lib/api.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/problem.ts';
import { useSendOnce } from '../../lib/send-once.ts';
import { TextButton } from '../../ui/button.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { toast } from '../../ui/toast.tsx';
import { useTestimonialsWords } from './testimonials.words.ts';

type Sentence = AnswerOf<typeof listTestimonials>['items'][number];

function sentencesQuery(status: string) {
  const filters = given({ status: oneOf(TESTIMONIAL_STATUSES, status) });
  return listQuery('testimonials', filters, (place, signal) =>
    call(listTestimonials, { query: { ...filters, ...place }, signal }),
  );
}

const judgeSentence = (id: string, isPublished: boolean) =>
  call(judgeTestimonial, { params: { id }, body: { isPublished } });

/** Sentences that people left, the oldest first; read here before anybody else reads them. */
export function Component() {
  const words = useTestimonialsWords();
  const common = useAdminWords();
  const linkTo = useAccountLink();
  return (
    <FilteredPage
      words={words}
      names={['status']}
      usual={{ status: 'waiting' }}
      choices={[choiceOf('status', words.status, TESTIMONIAL_STATUSES, words.statuses)]}
      query={({ status }) => sentencesQuery(status)}
      linkLabel={common.account}
      link={({ account }) => linkTo(account)}
      columns={useColumns()}
      acts={useActs()}
    />
  );
}

/** The whole sentence stands in its row, so the marked ones have been read. */
function useActs(): RowAct<Sentence>[] {
  const words = useTestimonialsWords();
  const { may } = useStaff();
  if (!may(judgeTestimonial)) return [];
  return [
    {
      key: 'publish',
      label: words.publish,
      fits: ({ status }) => status !== 'published',
      act: ({ id }) => judgeSentence(id, true),
    },
    {
      key: 'decline',
      label: words.decline,
      fits: ({ status }) => status !== 'declined',
      act: ({ id }) => judgeSentence(id, false),
    },
  ];
}

function useColumns(): DenseColumn<Sentence>[] {
  const words = useTestimonialsWords();
  const column = useColumnKinds();
  return [
    column.drawn('quote', words.quote, ({ quote, language }) => <q lang={language}>{quote}</q>),
    column.instant('given', words.given, ({ givenAt }) => givenAt),
    column.drawn('verdict', words.verdict, (sentence) => <Verdict sentence={sentence} />),
  ];
}

function Verdict({ sentence: { id, status } }: { readonly sentence: Sentence }) {
  const words = useTestimonialsWords();
  const { language } = useLanguage();
  const client = useQueryClient();
  const judging = useSendOnce({
    mutationFn: (isPublished: boolean) => judgeSentence(id, isPublished),
    onSuccess: () => adminChanged(client),
    onError: (error) => toast.error(words.failed, errorText(error, language)),
  });
  return (
    <span className="flex flex-wrap gap-x-3">
      {status === 'published' ? null : (
        <TextButton disabled={judging.isPending} onClick={() => judging.mutate(true)}>
          {words.publish}
        </TextButton>
      )}
      {status === 'declined' ? null : (
        <TextButton disabled={judging.isPending} onClick={() => judging.mutate(false)}>
          {words.decline}
        </TextButton>
      )}
    </span>
  );
}
