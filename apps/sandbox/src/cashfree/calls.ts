import { DAY_MS, HOUR_MS, SECOND_MS } from '../core/time.ts';
import type { Book } from '../core/store.ts';
import type { World } from '../core/world.ts';

const LINK_MS = DAY_MS;
/** Unless told otherwise, the auditor approves this long after the agent. */
const AUDIT_MS = 10 * SECOND_MS;
const LATE_AUDIT_MS = 2 * HOUR_MS;

export type VideoUser = { userReferenceId: string; userId: string; phone: string; name: string | null };

export type VideoCall = {
  verificationId: string;
  referenceId: number;
  userReferenceId: string;
  name: string | null;
  status: string;
  subStatus: string | null;
  createdAt: number;
  linkExpiry: number;
  agentRemarks: string | null;
  auditorRemarks: string | null;
};

/** The choices on the page the person opens. */
export const CALL_CHOICES = [
  'complete',
  'complete_and_hold',
  'auditor_reject',
  'auditor_late',
  'agent_reject',
  'drop_off',
  'no_agent',
  'outside_india',
  'camera_failed',
  'expire',
] as const;
export type CallChoice = (typeof CALL_CHOICES)[number];

type Verdict = 'approve' | 'reject';
type Step = { status: string; subStatus: string | null; event?: string; extra?: Partial<VideoCall> };

const REVIEW = 'POST_VIDEO_CALL';
const PRECHECK = 'PRE_VIDEO_CALL';
const isOver = (call: VideoCall) => ['SUCCESS', 'FAILURE', 'EXPIRED', 'REJECTED'].includes(call.status);
const hasMet = (call: VideoCall) => isOver(call) || call.status === REVIEW;

/** Where a choice on the page leads before an agent has seen the person; undefined: the call takes place. */
const BEFORE_THE_CALL: Partial<Record<CallChoice, Step>> = {
  no_agent: { status: PRECHECK, subStatus: 'NO_AGENT_FOUND', event: 'VKYC_CALL_QUEUED' },
  outside_india: {
    status: PRECHECK,
    subStatus: 'USER_LOCATION_OUTSIDE_INDIA',
    event: 'VKYC_PRECHECK_FAILED',
  },
  camera_failed: { status: PRECHECK, subStatus: 'USER_VIDEO_CHECK_FAILED', event: 'VKYC_PRECHECK_FAILED' },
  drop_off: { status: 'VIDEO_CALL', subStatus: 'USER_DROPPED_OFF', event: 'VKYC_DROPOFF_FROM_CALL' },
  expire: { status: 'EXPIRED', subStatus: null, event: 'VKYC_USER_LINK_EXPIRED' },
};

export type VideoCalls = {
  users: Book<VideoUser>;
  create(verificationId: string, user: VideoUser): VideoCall;
  find(verificationId: string): VideoCall | undefined;
  findByReference(referenceId: string): VideoCall | undefined;
  /** The call a control act means: by its id, else the newest that still waits for this person's word. */
  waiting(verificationId: string | undefined, forWhom: 'agent' | 'auditor'): VideoCall | undefined;
  choose(call: VideoCall, choice: CallChoice): void;
  agentVerdict(call: VideoCall, verdict: Verdict, remarks?: string): void;
  auditorVerdict(call: VideoCall, verdict: Verdict, remarks?: string): void;
  list(): VideoCall[];
};

/** The steps of a call: each of its people moves it, and a webhook tells of it. */
function createSteps(world: World, book: Book<VideoCall>) {
  const move = (call: VideoCall, { status, subStatus, event, extra }: Step): VideoCall => {
    const next = { ...call, ...extra, status, subStatus };
    book.put(call.verificationId, next);
    if (event !== undefined) announce(world, next, event);
    return next;
  };
  const meet = (call: VideoCall): VideoCall => {
    const queued = move(call, {
      status: PRECHECK,
      subStatus: 'AGENT_ASSIGNED_TO_USER',
      event: 'VKYC_CALL_QUEUED',
    });
    return move(queued, { status: 'VIDEO_CALL', subStatus: null, event: 'VKYC_CALL_STARTED' });
  };
  return {
    move,
    expireLate(call: VideoCall | undefined): VideoCall | undefined {
      if (!call || hasMet(call) || world.clock.now() <= call.linkExpiry) return call;
      return move(call, { status: 'EXPIRED', subStatus: null, event: 'VKYC_USER_LINK_EXPIRED' });
    },
    agent(call: VideoCall, verdict: Verdict, remarks?: string) {
      const isApproved = verdict === 'approve';
      move(call.status === 'VIDEO_CALL' ? call : meet(call), {
        status: REVIEW,
        subStatus: isApproved ? 'AGENT_APPROVED' : 'AGENT_REJECTED',
        event: 'VKYC_CALL_COMPLETED',
        extra: { agentRemarks: remarks ?? (isApproved ? 'In order' : 'The PAN card could not be read') },
      });
    },
    auditor(call: VideoCall, verdict: Verdict, remarks?: string) {
      const isApproved = verdict === 'approve';
      move(call, {
        status: isApproved ? 'SUCCESS' : 'FAILURE',
        subStatus: isApproved ? 'AUDITOR_APPROVED' : 'AUDITOR_REJECTED',
        event: 'VKYC_AUDITOR_REVIEW_COMPLETED',
        extra: {
          auditorRemarks: remarks ?? (isApproved ? 'In order' : 'The face differs from the document'),
        },
      });
    },
  };
}

function openCall(world: World, verificationId: string, user: VideoUser): VideoCall {
  const now = world.clock.now();
  return {
    verificationId,
    referenceId: 40_000 + world.store.nextNumber(),
    userReferenceId: user.userReferenceId,
    name: user.name,
    status: 'RECEIVED',
    subStatus: 'LINK_GENERATED',
    createdAt: now,
    linkExpiry: now + LINK_MS,
    agentRemarks: null,
    auditorRemarks: null,
  };
}

/** The calls of the video desk, their steps and the webhook each step sends. */
export function createVideoCalls(world: World): VideoCalls {
  const book = world.store.book<VideoCall>('video_call');
  const steps = createSteps(world, book);
  const audit = (call: VideoCall, verdict: Verdict, afterMs: number) =>
    world.timers.schedule(world.clock.now() + afterMs, 'vkyc.audit', { id: call.verificationId, verdict });
  world.timers.on('vkyc.audit', ({ id, verdict }: { id: string; verdict: Verdict }) => {
    const call = book.find(id);
    if (call?.subStatus === 'AGENT_APPROVED') steps.auditor(call, verdict);
  });
  // The link expires by a timer, also when nothing asks for it.
  world.timers.on('vkyc.expire', ({ id }: { id: string }) => void steps.expireLate(book.find(id)));

  return {
    users: world.store.book<VideoUser>('video_user'),
    create(verificationId, user) {
      const call = openCall(world, verificationId, user);
      book.put(verificationId, call, String(call.referenceId));
      world.timers.schedule(call.linkExpiry + 1, 'vkyc.expire', { id: verificationId });
      announce(world, call, 'VKYC_USER_LINK_GENERATED');
      return call;
    },
    find: (id) => steps.expireLate(book.find(id)),
    findByReference: (id) => steps.expireLate(book.listByRef(id)[0]),
    waiting(id, forWhom) {
      const waits = (call: VideoCall) => (forWhom === 'agent' ? !hasMet(call) : !isOver(call));
      const call = id === undefined ? book.list(200).find(waits) : book.find(id);
      return call && waits(call) ? call : undefined;
    },
    choose(call, choice) {
      if (hasMet(call)) return;
      const before = BEFORE_THE_CALL[choice];
      if (before) return void steps.move(call, before);
      steps.agent(call, choice === 'agent_reject' ? 'reject' : 'approve');
      if (choice === 'complete') audit(call, 'approve', AUDIT_MS);
      if (choice === 'auditor_late') audit(call, 'approve', LATE_AUDIT_MS);
      if (choice === 'auditor_reject') audit(call, 'reject', AUDIT_MS);
    },
    agentVerdict(call, verdict, remarks) {
      steps.agent(call, verdict, remarks);
      if (verdict === 'approve') audit(call, 'approve', AUDIT_MS);
    },
    auditorVerdict: (call, verdict, remarks) => steps.auditor(call, verdict, remarks),
    list: () => book.list(200),
  };
}

function announce(world: World, call: VideoCall, event: string): void {
  const at = new Date(world.clock.now()).toISOString();
  world.webhooks.emit('cashfree_vrs', event, '/cashfree', {
    signature: '',
    event_type: event,
    event_time: at,
    version: '2024-12-01',
    data: {
      verification_id: call.verificationId,
      reference_id: call.referenceId,
      user_reference_id: call.userReferenceId,
      status: call.status,
      sub_status: call.subStatus,
    },
  });
}
