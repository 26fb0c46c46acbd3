import { EVIDENCE_BYTES_MAX, EVIDENCE_KINDS, EVIDENCE_TYPES, type EvidenceKind } from '@mohlat/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useRef, useState } from 'react';
import { Failed } from '../../lib/failed.tsx';
import { parseRupees } from '../../lib/format.ts';
import { amountInWords } from '../../ui/amount-in-words.ts';
import { useLanguage } from '../../lib/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { takeFocus } from '../../ui/take-focus.ts';
import { toast } from '../../ui/toast.tsx';
import { MoneyField } from '../../ui/typed-fields.tsx';
import { creditChanged, sendEvidence } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';
import { useSendOnce } from '../../lib/send-once.ts';

type Problems = { readonly income?: string; readonly file?: string };
type Words = ReturnType<typeof useCreditWords>['evidence'];

/** Finds the problems in the browser, before the server would refuse the file. */
function problemsOf(words: Words, incomePaise: number | undefined, file: File | undefined): Problems {
  const fileProblem =
    file === undefined
      ? words.fileNeeded
      : !EVIDENCE_TYPES.some((type) => type === file.type)
        ? words.fileKind
        : file.size > EVIDENCE_BYTES_MAX
          ? words.fileLarge
          : undefined;
  return {
    ...(incomePaise === undefined || incomePaise === 0 ? { income: words.incomeNeeded } : {}),
    ...(fileProblem === undefined ? {} : { file: fileProblem }),
  };
}

interface Draft {
  readonly kind: EvidenceKind;
  readonly income: string;
  readonly file: File | undefined;
}

/** Holds what is typed, checks it when it is sent, and leads to the first field that is wrong. */
function useDraft(send: (evidence: Parameters<typeof sendEvidence>[0]) => void) {
  const words = useCreditWords().evidence;
  const [draft, setDraft] = useState<Draft>({ kind: 'salary_slip', income: '', file: undefined });
  const [problems, setProblems] = useState<Problems>({});
  const incomeRef = useRef<HTMLInputElement>(null);
  const fileRef = useRef<HTMLInputElement>(null);
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    // A corrected field loses its error at once. A new error waits for the next submit.
    const left = problemsOf(words, parseRupees(next.income), next.file);
    setProblems((before) => ({
      ...(before.income && left.income ? { income: left.income } : {}),
      ...(before.file && left.file ? { file: left.file } : {}),
    }));
  };
  const submit = () => {
    const { kind, file } = draft;
    const incomePaise = parseRupees(draft.income);
    const found = problemsOf(words, incomePaise, file);
    setProblems(found);
    if (found.income) incomeRef.current?.focus();
    else if (found.file) fileRef.current?.focus();
    if (Object.keys(found).length > 0 || incomePaise === undefined || file === undefined) return;
    send({ kind, monthlyIncomePaise: incomePaise, file });
  };
  return { draft, problems, incomeRef, fileRef, change, submit };
}

export function EvidenceForm({ onDone }: { readonly onDone: () => void }) {
  const words = useCreditWords().evidence;
  const { language } = useLanguage();
  const { sending, percent } = useSending(onDone);
  const { draft, problems, incomeRef, fileRef, change, submit } = useDraft(sending.mutate);
  return (
    <form
      // The button that opened it is gone.
      ref={takeFocus}
      tabIndex={-1}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <KindChoice kind={draft.kind} onKind={(kind) => change({ kind })} />
      <MoneyField
        ref={incomeRef}
        label={words.income}
        error={problems.income}
        value={draft.income}
        inWords={(paise) => amountInWords(paise, language)}
        onChange={(event) => change({ income: event.currentTarget.value })}
      />
      <Document
        ref={fileRef}
        words={words}
        file={draft.file}
        error={problems.file}
        onFile={(file) => change({ file })}
      />
      <Failed error={sending.error} />
      {sending.isPending ? (
        <Progress label={words.sendingLabel} value={percent} max={100} aside={`${percent}%`} />
      ) : null}
      <div className="flex flex-col gap-3 md:flex-row">
        <Button
          type="submit"
          size="medium"
          isPending={sending.isPending}
          pendingText={words.sending(percent)}
        >
          {words.send}
        </Button>
        <Button tone="quiet" size="medium" disabled={sending.isPending} onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The sending with how much of it has gone, in whole percent. */
function useSending(onDone: () => void) {
  const words = useCreditWords().evidence;
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const sending = useSendOnce({
    mutationFn: (evidence: Parameters<typeof sendEvidence>[0]) => sendEvidence(evidence, setShare),
    onMutate: () => setShare(0),
    onSuccess: async () => {
      await creditChanged(client);
      toast.success(words.sent);
      onDone();
    },
  });
  return { sending, percent: Math.round(share * 100) };
}

interface KindChoiceProps {
  readonly kind: EvidenceKind;
  readonly onKind: (kind: EvidenceKind) => void;
}

function KindChoice({ kind, onKind }: KindChoiceProps) {
  const words = useCreditWords().evidence;
  return (
    <RadioCards
      legend={words.kind}
      name="evidence-kind"
      value={kind}
      onValueChange={onKind}
      options={EVIDENCE_KINDS.map((value) => ({
        value,
        title: words.kinds[value],
        detail: words.kindHints[value],
      }))}
    />
  );
}

type DocumentProps = Pick<ComponentProps<typeof FileField>, 'file' | 'error' | 'onFile' | 'ref'> & {
  readonly words: Words;
};

function Document({ words, ...field }: DocumentProps) {
  return (
    <FileField
      label={words.file}
      hint={words.fileHint}
      chooseLabel={words.choose}
      accept={EVIDENCE_TYPES}
      {...field}
    />
  );
}
