import type { Card } from '@mohlat/contract';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { networkName } from './format.ts';

interface Look {
  readonly letters: string;
  readonly ground: string;
}

/** A bank is a colour and two letters, both ours: no bank's mark is copied. */
const LOOKS: Readonly<Record<string, Look>> = {
  'HDFC Bank': { letters: 'HD', ground: 'bg-face-hdfc' },
  'ICICI Bank': { letters: 'IC', ground: 'bg-face-icici' },
  'State Bank of India': { letters: 'SB', ground: 'bg-face-sbi' },
  'Axis Bank': { letters: 'AX', ground: 'bg-face-axis' },
  'Kotak Mahindra Bank': { letters: 'KM', ground: 'bg-face-kotak' },
  'Yes Bank': { letters: 'YE', ground: 'bg-face-yes' },
  'Punjab National Bank': { letters: 'PN', ground: 'bg-face-pnb' },
  'Bank of Baroda': { letters: 'BB', ground: 'bg-face-baroda' },
  Citibank: { letters: 'CI', ground: 'bg-face-citi' },
  'Standard Chartered Bank': { letters: 'SC', ground: 'bg-face-chartered' },
};

/** A bank that is not in the table has the first two letters of its name. */
function lookOf(bankName: string): Look {
  return LOOKS[bankName] ?? { letters: bankName.slice(0, 2), ground: 'bg-face-other' };
}

/** A card as small as a word, beside the name of its bank; the name says it, so nothing is read aloud. */
export function CardChip({ bankName }: { readonly bankName: string }) {
  const { letters, ground } = lookOf(bankName);
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-flex aspect-face w-11 shrink-0 items-center justify-center rounded-chip text-caption font-semibold text-on-face keeps-ink',
        ground,
      )}
    >
      {letters}
    </span>
  );
}

interface CardFaceProps {
  readonly bankName: string;
  readonly last4: string;
  readonly network: Card['network'];
  /** The content of the card: a sum and its date. */
  readonly children?: ReactNode;
}

/** A card, drawn: its bank above, what is said of it in the middle, its number below. Words too large for it make it taller. */
export function CardFace({ bankName, last4, network, children }: CardFaceProps) {
  return (
    <div
      className={clsx(
        'relative flex aspect-face min-w-0 flex-col rounded-button p-3 text-small text-on-face keeps-ink',
        lookOf(bankName).ground,
      )}
    >
      <Ring />
      <p className="relative">{bankName}</p>
      <div className="relative mb-auto">{children}</div>
      <p className="relative flex flex-wrap items-center justify-between gap-x-2 text-caption">
        <span className="tabular">•• {last4}</span>
        <span className="inline-flex items-center gap-1.5">
          <NetworkShape network={network} />
          {networkName(network)}
        </span>
      </p>
    </div>
  );
}

/** The ring of our own mark, large and faint. */
function Ring() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 63"
      preserveAspectRatio="xMaxYMax slice"
      className="absolute inset-0 size-full rounded-button opacity-15"
    >
      <circle cx="84" cy="46" r="36" fill="none" stroke="currentColor" strokeWidth="9" />
    </svg>
  );
}

const SHAPES: Readonly<Record<Card['network'], ReactNode>> = {
  visa: <path d="M4 1h4L4 11H0zM11 1h4l-4 10H7z" />,
  mastercard: <path d="M1 1h6v6H1zM9 5h6v6H9z" />,
  rupay: <path d="M1 1l6 5-6 5zM9 1l6 5-6 5z" />,
  amex: <path d="M2 1h12v10H2zM5 4v4h6V4z" fillRule="evenodd" />,
  diners: <path d="M8 0l6 6-6 6-6-6zm0 4L6 6l2 2 2-2z" fillRule="evenodd" />,
  unknown: null,
};

function NetworkShape({ network }: { readonly network: Card['network'] }) {
  const shape = SHAPES[network];
  if (shape === null) return null;
  return (
    <svg aria-hidden="true" viewBox="0 0 16 12" className="h-3 w-4 fill-current">
      {shape}
    </svg>
  );
}
