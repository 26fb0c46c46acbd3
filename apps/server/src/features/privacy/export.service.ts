import type { PersonalData } from '@mohlat/contract';
import type { FeatureContext } from '#features/context.ts';
import { refuseGuarded } from '#features/open-account.ts';
import type { CopiedSection, HeldTable } from '#features/personal-data.ts';
import { contextOf, type SealedPlace } from '#platform/crypto/sealed-places.ts';
import type { Actor, Tx } from '#platform/db/database.ts';
import { DomainError, invariant } from '#platform/http/domain-error.ts';
import { exportRow, withoutUnproven } from './export.rules.ts';
import type { Language } from './erasure.rules.ts';
import {
  type Access,
  findSignInData,
  holdErasure,
  isStaffAccount,
  listRows,
  logAccess,
} from './privacy.repo.ts';
import { isSignInRecent } from './recent-sign-in.ts';
import { byTopic, TOPICS } from './topics.ts';

type Deps = Pick<FeatureContext, 'api' | 'clock' | 'machineClock' | 'vault' | 'limits'> & {
  readonly held: readonly HeldTable[];
  readonly copied: readonly CopiedSection[];
  readonly sealedPlaces: readonly SealedPlace[];
};

export interface ExportService {
  /** Everything held about the person. That it was asked for is written down. Throws account_guarded, sign_in_again. Rule: LEND-24. */
  collect(actor: Actor, access: Access, language: Language): Promise<PersonalData>;
}

const SIGN_IN = {
  account: { en: 'Sign-in', hi: 'लॉग-इन' },
  identities: { en: 'Ways to sign in', hi: 'लॉग-इन के तरीके' },
  factors: { en: 'Second steps of sign-in', hi: 'लॉग-इन के दूसरे चरण' },
  sessions: { en: 'Devices signed in', hi: 'लॉग-इन वाले उपकरण' },
  events: { en: 'What happened to your account', hi: 'आपके खाते में क्या-क्या हुआ' },
} as const;
const SIGN_IN_PURPOSE = { en: 'To let you in and nobody else', hi: 'ताकि केवल आप अंदर आ सकें' } as const;

const ELSEWHERE = [
  {
    what: {
      en: 'Messages to our support team written without logging in',
      hi: 'बिना लॉग इन किए सहायता को भेजे गए संदेश',
    },
    why: {
      en: 'they are kept under their ticket number and not linked to accounts; ask for them with the number',
      hi: 'वे टिकट नंबर से रखे जाते हैं, खाते से नहीं जुड़ते; नंबर बताकर उन्हें माँगें',
    },
  },
  {
    what: { en: 'Your Aadhaar number and card numbers', hi: 'आधार नंबर और कार्ड नंबर' },
    why: { en: 'they are never stored', hi: 'ये कभी रखे नहीं जाते' },
  },
  {
    what: {
      en: 'Names an issuer or a bank gave that are not proven to be yours',
      hi: 'जारीकर्ता या बैंक के बताए वे नाम जो आपके साबित नहीं हुए',
    },
    why: { en: 'they may be somebody else’s', hi: 'वे किसी और के हो सकते हैं' },
  },
  {
    what: { en: 'The credit bureau report', hi: 'क्रेडिट ब्यूरो की रिपोर्ट' },
    why: {
      en: 'the raw report is not kept; what was read from it stands with each decision',
      hi: 'मूल रिपोर्ट नहीं रखी जाती; उससे जो पढ़ा गया वह हर फ़ैसले के साथ है',
    },
  },
  {
    what: {
      en: 'What our team proposed about your account for a second colleague to decide',
      hi: 'आपके खाते के बारे में हमारी टीम के प्रस्ताव, जिन पर दूसरा सहकर्मी फ़ैसला करता है',
    },
    why: {
      en: 'working papers of colleagues; whatever came of them stands in this copy',
      hi: 'ये सहकर्मियों के कामकाजी काग़ज़ हैं; उनसे जो हुआ वह इस कॉपी में है',
    },
  },
  {
    what: { en: 'The audit log of our team', hi: 'हमारी टीम का ऑडिट लॉग' },
    why: {
      en: 'it records what colleagues did and protects against misuse; ask the grievance officer who looked at your data',
      hi: 'इसमें दर्ज है कि सहकर्मियों ने क्या किया, ताकि दुरुपयोग न हो; आपका डेटा किसने देखा, यह शिकायत अधिकारी से पूछें',
    },
  },
] as const;

export function createExportService(deps: Deps): ExportService {
  const { api, clock, machineClock, limits } = deps;
  return {
    collect: (actor, access, language) =>
      api.asUser(actor, async (tx) => {
        // A copy is whole or it is none.
        if (!(await holdErasure(tx, actor.userId))) throw new DomainError('session_ended');
        await refuseGuarded(tx, actor.userId);
        if (!(await isSignInRecent({ machineClock }, tx, actor))) throw new DomainError('sign_in_again');
        // Before the first row is written: functions with their owner's rights read these, which a cluster then refuses (decision 121).
        const held = heldFor(deps.held, await isStaffAccount(tx, actor.userId));
        const copied = await copiedSections(tx, deps, language);
        await limits.countIn(tx, 'export');
        await logAccess(tx, actor.userId, access, clock.now());
        return {
          generatedAt: clock.now().toISOString(),
          userId: actor.userId,
          sections: [
            ...(await signInSections(tx, actor.userId, language)),
            ...(await tableSections(tx, { ...deps, held }, actor.userId, language)),
            ...copied,
          ],
          leftOut: [
            ...held.flatMap(({ title, leftOut }) =>
              leftOut ? [{ what: title[language], why: leftOut[language] }] : [],
            ),
            ...ELSEWHERE.map(({ what, why }) => ({ what: what[language], why: why[language] })),
          ],
        };
      }),
  };
}

/** The tables by topic; some are left out for a member of staff. Rule: LEND-24 */
function heldFor(held: readonly HeldTable[], isStaff: boolean): readonly HeldTable[] {
  return byTopic(held).map(({ leftOutForStaff, ...table }) =>
    isStaff && leftOutForStaff ? { ...table, leftOut: leftOutForStaff } : table,
  );
}

async function signInSections(tx: Tx, userId: string, language: Language): Promise<PersonalData['sections']> {
  const held = await findSignInData(tx, userId);
  return (Object.keys(SIGN_IN) as (keyof typeof SIGN_IN)[]).map((name) => ({
    name: `sign_in_${name}`,
    title: SIGN_IN[name][language],
    purpose: SIGN_IN_PURPOSE[language],
    items: held[name].map((item) => exportRow(item, [], () => '')),
  }));
}

async function tableSections(
  tx: Tx,
  { vault, held, sealedPlaces }: Pick<Deps, 'vault' | 'held' | 'sealedPlaces'>,
  userId: string,
  language: Language,
): Promise<PersonalData['sections']> {
  const sections: PersonalData['sections'] = [];
  for (const { table, title, topic, leftOut, opened = [] } of held) {
    if (leftOut) continue;
    const rows = await listRows(tx, table, userId);
    sections.push({
      name: table,
      title: title[language],
      purpose: TOPICS[topic].purpose[language],
      items: rows.map((row) =>
        exportRow(withoutUnproven(table, row), opened, (column, sealed) =>
          vault.open(sealed, contextFor(sealedPlaces, { table, column }, row)),
        ),
      ),
    });
  }
  return sections;
}

async function copiedSections(
  tx: Tx,
  { vault, copied }: Pick<Deps, 'vault' | 'copied'>,
  language: Language,
): Promise<PersonalData['sections']> {
  const sections: PersonalData['sections'] = [];
  for (const { name, title, purpose, list } of copied)
    sections.push({ name, title: title[language], purpose: purpose[language], items: await list(tx, vault) });
  return sections;
}

function contextFor(
  places: readonly SealedPlace[],
  { table, column }: { readonly table: string; readonly column: string },
  row: Readonly<Record<string, unknown>>,
): string {
  const place = places.find((one) => one.table === table && one.column === column);
  invariant(place, 'a sealed column has no place in the list');
  return contextOf(place, row as Record<string, string>);
}
