// The ways between the members of a cluster, in a process of their own: the rehearsal's own is busy with the sandbox and the people, and
// a way that stands still for seconds is a cut. It ends with the rehearsal, whose channel closes in every way of ending.
import { openRelay, type Relay } from './relay.ts';

export interface Order {
  readonly open?: readonly number[];
  readonly cut?: readonly number[];
  readonly mend?: readonly number[];
}

const relays = new Map<number, Relay>();

async function follow({ open = [], cut = [], mend = [] }: Order): Promise<void> {
  const opened: number[] = [];
  for (const target of open) {
    const relay = await openRelay(target);
    relays.set(relay.port, relay);
    opened.push(relay.port);
  }
  for (const port of cut) relays.get(port)?.cut();
  for (const port of mend) relays.get(port)?.mend();
  process.send?.(opened);
}

process.on('message', (order: Order) => void follow(order));
process.once('disconnect', () => process.exit());
