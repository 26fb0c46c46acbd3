import { ACCOUNT_STATES, FUNNEL_STEPS, KYC_STANDINGS, type UserItem } from '@mohlat/contract';
import { useAccountLink } from '../../lib/admin/account-link.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { useColumnKinds } from '../../lib/admin/columns.tsx';
import { choiceOf, FilteredPage } from '../../lib/admin/list-page.tsx';
import type { DenseColumn } from '../../ui/dense-table.tsx';
import { StateTag } from './state-tag.tsx';
import { FILTERS, usersQuery } from './users.data.ts';
import { useUsersWords } from './users.words.ts';

export function Component() {
  const words = useUsersWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  return (
    <FilteredPage
      words={words}
      names={FILTERS}
      texts={[
        { name: 'search', label: words.search },
        { name: 'from', label: words.from, isDate: true },
        { name: 'to', label: words.to, isDate: true },
      ]}
      choices={[
        choiceOf('state', words.state, ACCOUNT_STATES, words.states, common.any),
        choiceOf('kyc', words.kyc, KYC_STANDINGS, words.kycs, common.any),
        choiceOf('reached', words.reached, FUNNEL_STEPS, codes.funnelSteps, common.any),
        choiceOf('isOverdue', words.overdue, ['true'], { true: words.onlyOverdue }, common.any),
      ]}
      query={usersQuery}
      linkLabel={words.name}
      link={useAccountLink()}
      columns={useColumns()}
    />
  );
}

function useColumns(): DenseColumn<UserItem>[] {
  const words = useUsersWords();
  const column = useColumnKinds();
  return [
    column.text('contact', words.contact, ({ emailMasked, mobileMasked }) => emailMasked ?? mobileMasked),
    column.instant('joined', words.joined, ({ joinedAt }) => joinedAt),
    column.text('kyc', words.kyc, ({ kyc }) => words.kycs[kyc], 'none'),
    column.money('limit', words.limit, ({ credit }) => credit?.limitPaise ?? null),
    column.money('used', words.used, ({ credit }) => credit?.usedPaise ?? null),
    column.count('late', words.late, ({ credit }) => credit?.daysPastDue ?? 0),
    column.status(
      'state',
      words.state,
      ({ state }) => <StateTag state={state} />,
      ({ state }) => words.states[state],
    ),
  ];
}
