import { getReview, type UserDetail } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { AdminDetail } from '../../lib/admin/admin-detail.tsx';
import { useAdminWords } from '../../lib/admin/admin.words.ts';
import { useCodeWords } from '../../lib/admin/codes.words.ts';
import { codeWord } from '../../lib/admin/facts.tsx';
import { LeftOut } from '../../lib/admin/left-out.tsx';
import { useStaff } from '../../lib/admin/staff.ts';
import { formatDateWithYear, formatInstant, istDateOf } from '../../lib/format.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { TextLink } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { FiguresTable } from '../../ui/figures-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Deliveries } from './deliveries.tsx';
import { Notes } from './notes.tsx';
import { Profile } from './profile.tsx';
import { StateTag } from './state-tag.tsx';
import { consentTitle } from './story-words.ts';
import { Story } from './story.tsx';
import { UserActions } from './user-actions.tsx';
import { userQuery } from './users.data.ts';
import { type UsersWords, useUsersWords } from './users.words.ts';
import { to } from '../../lib/addresses.ts';

export function Component() {
  const { id = '' } = useParams();
  const words = useUsersWords();
  const common = useAdminWords();
  return (
    <AdminDetail
      query={useQuery(userQuery(id))}
      list={{ to: to('/admin/users'), name: words.title }}
      fallbackTitle={words.title}
      title={({ name }) => name ?? common.unnamed}
      status={({ state }) => <StateTag state={state} />}
    >
      {(user) => (
        <div key={id} className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Blocked user={user} />
            <Profile user={user} />
            <Checks user={user} />
            <Credit user={user} />
            <UserActions user={user} />
            <Rights user={user} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Waiting user={user} />
            <Notes id={id} />
            <Story id={id} />
            <Deliveries id={id} />
          </div>
        </div>
      )}
    </AdminDetail>
  );
}

interface Part {
  readonly user: UserDetail;
}

function Blocked({ user: { block } }: Part) {
  const words = useUsersWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  if (block === null) return null;
  // The auth server's own door: staff did nothing, and the bar may pass.
  if (block.at === null) {
    return (
      <Notice tone="bad" title={words.barred}>
        {words.barredText}
      </Notice>
    );
  }
  return (
    <Notice
      tone="bad"
      title={`${block.isFraud ? words.fraudBlock : words.block}: ${words.blockedBy(block.by?.name ?? common.unnamed, formatInstant(block.at, language))}`}
    >
      {block.reason}
    </Notice>
  );
}

/** The result of each check, beside the others. */
function Checks({ user: { checks } }: Part) {
  const words = useUsersWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  // Short, and never broken within a word, however narrow the phone: the names beside it may be.
  const state = (status: string) => (
    <span className="wrap-break-word">
      {codeWord({ ...codes.kycStatuses, ...codes.bankAccountStatuses }, status)}
    </span>
  );
  return (
    <Card title={words.checks}>
      <FiguresTable
        caption={words.checks}
        heads={[words.check, words.checkName, words.checkStatus]}
        rows={[
          {
            key: 'pan',
            cells: [
              `${codes.kycSteps.pan} ${checks.pan.masked ?? ''}`,
              checks.pan.name ?? common.nobody,
              state(checks.pan.status),
            ],
          },
          {
            key: 'aadhaar',
            cells: [
              `${codes.kycSteps.aadhaar} ${checks.aadhaar.masked ?? ''}`,
              checks.aadhaar.name ?? common.nobody,
              state(checks.aadhaar.status),
            ],
          },
          { key: 'video', cells: [codes.kycSteps.video, common.nobody, state(checks.video.status)] },
          ...checks.bankAccounts.map(({ id, bankName, masked, nameAtBank, status }) => ({
            key: id,
            cells: [`${bankName} ${masked}`, nameAtBank ?? common.nobody, state(status)],
          })),
        ]}
      />
    </Card>
  );
}

function Credit({ user: { credit, creditDetail, outstandingPaise, counts, id, leftOut } }: Part) {
  const words = useUsersWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const { language } = useLanguage();
  const standing = (state: string, reason: string | null) =>
    [codeWord(codes.creditStates, state), reason && codeWord(codes.creditReasons, reason)]
      .filter(Boolean)
      .join(' · ');
  const amount = (paise: number) => <Money paise={paise} decimals="always" />;
  if (credit === null || creditDetail === null) {
    return (
      <Card title={words.credit}>
        <p className="text-ink-2">{words.noCredit}</p>
      </Card>
    );
  }
  return (
    <Card title={words.credit}>
      <FactList
        facts={[
          {
            label: words.creditState,
            value: standing(credit.state, creditDetail.stateReason),
          },
          { label: words.limit, value: amount(credit.limitPaise) },
          { label: words.used, value: amount(credit.usedPaise) },
          { label: words.available, value: amount(creditDetail.availablePaise) },
          { label: words.outstanding, value: amount(outstandingPaise) },
          { label: words.late, value: credit.daysPastDue },
          { label: words.score, value: creditDetail.score ?? common.nobody },
        ]}
      />
      <p className="my-2">
        <TextLink to={to('/admin/payments', { query: { userId: id } })}>
          {words.payments(counts.payments)}
        </TextLink>
      </p>
      {creditDetail.history.length === 0 ? null : (
        <FiguresTable
          caption={words.history}
          heads={[words.history, words.limit]}
          rows={creditDetail.history.map(({ at, toState, toLimitPaise, reason }, index) => ({
            key: String(index),
            cells: [
              `${formatDateWithYear(istDateOf(at), language)} · ${standing(toState, reason)}`,
              amount(toLimitPaise),
            ],
          }))}
        />
      )}
      <LeftOut count={leftOut.limitChanges} />
    </Card>
  );
}

function Waiting({ user: { openApprovals, reviews, leftOut } }: Part) {
  const { may } = useStaff();
  const words = useUsersWords();
  const common = useAdminWords();
  const codes = useCodeWords();
  const open = reviews.filter(({ status }) => status === 'open');
  if (openApprovals.length + open.length === 0) return null;
  return (
    <Card title={words.waits}>
      <ul className="flex flex-col gap-2">
        {openApprovals.map(({ id, kind }) => (
          <li key={id}>
            <TextLink to={to('/admin/approvals/:id', { id })}>{common.approvalKinds[kind]}</TextLink>
          </li>
        ))}
        {open.map(({ id, kind }) => (
          <li key={id}>
            {may(getReview) ? (
              <TextLink to={to('/admin/kyc/:id', { id })}>
                {words.reviews}: {codes.reviewKinds[kind]}
              </TextLink>
            ) : (
              `${words.reviews}: ${codes.reviewKinds[kind]}`
            )}
          </li>
        ))}
      </ul>
      {open.length === reviews.length ? <LeftOut count={leftOut.reviews} /> : null}
    </Card>
  );
}

function deviceName(
  { browser, system }: Pick<UserDetail['sessions'][number], 'browser' | 'system'>,
  words: UsersWords,
): string {
  if (browser !== null && system !== null) return words.device(browser, system);
  return browser ?? system ?? words.unknownDevice;
}

/** The consents and sessions of a person, and the people they referred. */
function Rights({ user: { consents, sessions, referrals, leftOut } }: Part) {
  const words = useUsersWords();
  const common = useAdminWords();
  const { language } = useLanguage();
  return (
    <>
      <Card title={words.sessions}>
        {sessions.length === 0 ? <p className="text-ink-2">{words.noSessions}</p> : null}
        <FactList
          facts={sessions.map(({ since, usedAt, ip, hasSecondFactor, ...of }) => ({
            // The browser's own description is long and names many other browsers.
            label: (
              <span title={of.device ?? undefined}>
                {[deviceName(of, words), ip, hasSecondFactor ? words.secondFactor : '']
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            ),
            value: `${words.sessionUsed} ${formatInstant(usedAt ?? since, language)}`,
          }))}
        />
        <LeftOut count={leftOut.sessions} />
      </Card>
      {consents.length === 0 ? null : (
        <Card title={words.consents}>
          <FactList
            facts={consents.map(({ purpose, version, givenAt, withdrawnAt }) => ({
              label: `${consentTitle(purpose, language)} · ${words.textVersion(version)}`,
              value:
                withdrawnAt === null
                  ? formatInstant(givenAt, language)
                  : `${words.withdrawn} ${formatInstant(withdrawnAt, language)}`,
            }))}
          />
          <LeftOut count={leftOut.consents} />
        </Card>
      )}
      {referrals.friends.length === 0 ? null : (
        <Card title={words.friends}>
          <FactList
            facts={referrals.friends.map(({ account, at, rewardPaise }) => ({
              label: `${account.name ?? common.unnamed} · ${formatInstant(at, language)}`,
              value: rewardPaise === null ? common.nobody : <Money paise={rewardPaise} decimals="always" />,
            }))}
          />
          <LeftOut count={leftOut.friends} />
        </Card>
      )}
    </>
  );
}
