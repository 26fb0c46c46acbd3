import { useEffect, useState } from 'react';
import { TextButton } from '../../ui/button.tsx';
import { useVideoWords } from './video.words.ts';
import { to } from '../../lib/addresses.ts';

const PATH = to('/dashboard/kyc-verification', { query: { step: '3' } });

interface Code {
  readonly size: number;
  /** A path of one square per dark module. */
  readonly path: string;
}

/** Draws only when asked: the generator comes with the press. */
async function draw(text: string): Promise<Code> {
  const { encode } = await import('uqr');
  const { size, data } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}

/**
 * Leads from a computer without a camera to the phone beside it. The QR code gives no session. A page in large letters is as narrow as a
 * phone's: what points at it says which it is.
 */
export function ContinueOnPhone({ isOpenAtOnce = false }: { readonly isOpenAtOnce?: boolean }) {
  const words = useVideoWords();
  const [isOpen, setIsOpen] = useState(isOpenAtOnce);
  const [code, setCode] = useState<Code>();
  const address = `${globalThis.location.origin}${PATH}`;
  useEffect(() => {
    if (isOpen) void draw(address).then(setCode, () => undefined);
  }, [isOpen, address]);
  return (
    <div className="flex flex-col items-start gap-2 pointer-coarse:hidden">
      {isOpen ? (
        <>
          <p className="font-medium">{words.onPhone}</p>
          <p className="text-small text-ink-2">{words.onPhoneHint}</p>
          {code === undefined ? null : (
            <svg
              role="img"
              aria-label={words.qr}
              viewBox={`0 0 ${code.size} ${code.size}`}
              width="192"
              height="192"
              shapeRendering="crispEdges"
              className="rounded-input"
            >
              {/* Black on white in the dark theme too: not every reader takes the reverse. */}
              <rect width={code.size} height={code.size} fill="white" />
              <path d={code.path} fill="black" />
            </svg>
          )}
          <p className="text-small break-all text-ink-2">{address}</p>
        </>
      ) : (
        <TextButton onClick={() => setIsOpen(true)}>{words.onPhone}</TextButton>
      )}
    </div>
  );
}
