import { CopyButton } from './copy-button.tsx';
import { TextButton } from '../ui/button.tsx';
import { takeFocus } from '../ui/take-focus.ts';
import { toast } from '../ui/toast.tsx';

interface SharedLinkProps {
  readonly address: string;
  /** The content of the link, and the time until which it works. */
  readonly note: string;
  readonly labels: {
    readonly copy: string;
    readonly copied: string;
    readonly send: string;
    readonly revoke: string;
  };
  readonly isRevoking: boolean;
  readonly onRevoke: () => void;
}

/** A link that was just made: to copy, to hand to another app, or to take back while it is on the screen. */
export function SharedLink({ address, note, labels, isRevoking, onRevoke }: SharedLinkProps) {
  return (
    <div
      // The button that made it is gone.
      ref={takeFocus}
      tabIndex={-1}
      className="w-full rounded-card border border-line p-4"
      role="status"
    >
      <p className="flex items-center gap-1">
        <span className="min-w-0 flex-1 text-small break-all">{address}</span>
        <CopyButton text={address} label={labels.copy} onCopied={() => toast.success(labels.copied)} />
      </p>
      <p className="mt-1 text-small text-ink-2">{note}</p>
      <div className="flex flex-wrap gap-x-4">
        {'share' in navigator ? (
          <TextButton onClick={() => void navigator.share({ url: address }).catch(() => undefined)}>
            {labels.send}
          </TextButton>
        ) : null}
        <TextButton disabled={isRevoking} onClick={onRevoke}>
          {labels.revoke}
        </TextButton>
      </div>
    </div>
  );
}
