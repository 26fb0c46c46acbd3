import type { ReactNode } from 'react';
import { TextLink } from '../../ui/button.tsx';
import { useOrigin } from './way-back.ts';

interface ListLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** Leads from a list, or from the row that stands open beside it, to a page whose way back is this list. */
export function ListLink(props: ListLinkProps) {
  return <TextLink {...props} state={useOrigin()} />;
}
