import { Share2 } from 'lucide-react';
import { Fragment } from 'react';
import { formatRupees } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useReferralsWords } from './referrals.words.ts';

interface ReferCardProps {
  readonly code: string;
  readonly link: string;
  /** What the next friend is worth. */
  readonly rewardPaise: number;
  /** How many friends of one month are. */
  readonly monthlyMax: number;
}

/** Code and link with a copy action and its word. Rule: SPEC-8. */
export function ReferCard({ code, link, rewardPaise, monthlyMax }: ReferCardProps) {
  const words = useReferralsWords().refer;
  return (
    <Card title={words.title}>
      <p>{words.text(formatRupees(rewardPaise))}</p>
      <p className="mt-1 text-small text-ink-3">{words.terms(monthlyMax)}</p>
      <div className="ruled mt-3 border-y border-line">
        <Shown label={words.code} text={code} copyLabel={words.copyCode} copied={words.codeCopied} isCode />
        <Shown label={words.link} text={link} copyLabel={words.copyLink} copied={words.linkCopied} />
      </div>
      {'share' in navigator ? (
        <Button
          tone="secondary"
          className="mt-4 max-md:w-full"
          onClick={() =>
            // Closing the system's sheet is no failure.
            void navigator.share({ text: words.shareText, url: link }).catch(() => undefined)
          }
        >
          <Share2 aria-hidden="true" className="size-5" />
          {words.share}
        </Button>
      ) : null}
    </Card>
  );
}

interface ShownProps {
  readonly label: string;
  readonly text: string;
  readonly copyLabel: string;
  readonly copied: string;
  readonly isCode?: boolean;
}

function Shown({ label, text, copyLabel, copied, isCode = false }: ShownProps) {
  return (
    <div className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="text-caption text-ink-3">{label}</p>
        <p className={isCode ? 'text-section font-semibold tabular' : 'text-small wrap-anywhere'}>
          {/* A link too long for its line breaks before the code, so that the code stays whole. */}
          {text.split(/(?=\?)/).map((part, index) => (
            <Fragment key={part}>
              {index > 0 ? <wbr /> : null}
              {part}
            </Fragment>
          ))}
        </p>
      </div>
      <CopyButton text={text} label={copyLabel} onCopied={() => toast.success(copied)} />
    </div>
  );
}
