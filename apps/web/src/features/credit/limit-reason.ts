export interface LimitReason {
  readonly code: string;
  readonly text: string;
}

const FIGURE = /₹?\d+(?:,\d+)*(?:\.\d+)?/g;

/**
 * A reason of the limit in the reader's language: a sentence of ours with the figures of the server's. Undefined when
 * there is no sentence for it, or the figures do not fill it.
 */
export function translatedReason(
  reason: LimitReason,
  sentences: Readonly<Record<string, string>>,
): string | undefined {
  const figures = reason.text.match(FIGURE) ?? [];
  const filled = sentences[reason.code]?.replace(
    /\{(\d)\}/g,
    (hole, at: string) => figures[Number(at)] ?? hole,
  );
  return filled?.includes('{') ? undefined : filled;
}
