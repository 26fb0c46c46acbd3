import { createContext, createElement, Suspense, use, type ComponentType, type ReactNode } from 'react';

/** The cover that rewards give to a repayment. */
export interface Cover {
  readonly rewardIds: readonly string[];
  readonly paise: number;
  /** Stands on the button where nothing is left to pay. */
  readonly action: string;
}

/** Places at which a screen lets other features add something, by what it tells them. */
export interface PartProps {
  /** On the plan of a payment, under what is owed. */
  readonly 'plan.owed': { readonly paymentId: string };
  /** On the plan of a payment that is repaid, under the last rupee. */
  readonly 'plan.over': { readonly paymentId: string };
  /** In the reminder of an overdue instalment, around or instead of the advice there. */
  readonly 'reminder.overdue': { readonly paymentId: string };
  /** Under the amount of a repayment: what else than money takes over a part of it. Undefined while it is no amount. */
  readonly 'repay.amount': {
    readonly amountPaise: number | undefined;
    /** Called whenever the cover changes; the same function each time. */
    readonly onCover: (cover: Cover) => void;
  };
  /** Where a bill was to be paid, while the limit rests: why, and the way out. */
  readonly 'pay.onHold': object;
  /** The last step of the KYC, before the video: what comes of it. */
  readonly 'kyc.limit': object;
  /** Sections of the profile, each in its place; one is a card, reads what it needs by itself and has its own faces. */
  readonly 'profile.bankAccounts': object;
  readonly 'profile.credit': object;
  readonly 'profile.cards': object;
  /** Ways from the profile to pages of one's own. */
  readonly 'profile.privacy': object;
  readonly 'profile.security': object;
  /** A figure beside that of the rewards. */
  readonly 'rewards.figure': object;
  /** Beside the history of rewards. */
  readonly 'rewards.beside': object;
}
type Place = keyof PartProps;

/** A part draws `children` where it has nothing to say instead; a place that needs no such default has none. */
type Added<P extends Place> = ComponentType<PartProps[P] & { readonly children?: ReactNode }>;

/** Parts that a feature adds to other features' screens: at most one component at a place, fetched when it is drawn. */
export type Parts = { readonly [P in Place]?: Added<P> };

const PartsContext = createContext<readonly Parts[]>([]);

/** Gives the parts of all features to the screens below it. */
export const PartsProvider = PartsContext;

interface PartProperties<P extends Place> {
  readonly at: P;
  readonly given: PartProps[P];
  /** Stands there until the part is fetched. */
  readonly fallback?: ReactNode;
  /** Stands there where no feature adds anything, and is handed to the one that does. */
  readonly children?: ReactNode;
}

/** Draws what other features add at a place, in the order of the list of features. */
export function Part<P extends Place>({ at, given, fallback, children }: PartProperties<P>) {
  const features = use(PartsContext);
  const found = features.flatMap((parts): Added<P>[] => (parts[at] === undefined ? [] : [parts[at]]));
  if (found.length === 0) return children;
  return found.map((One, index) => (
    <Suspense key={index} fallback={fallback}>
      {createElement(One, given, children)}
    </Suspense>
  ));
}
