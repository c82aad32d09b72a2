import { type Channel, openPeer } from '../../shared/channel.ts';
import type { Hello } from '../../shared/role-api.ts';
import { runtimeOf } from '../../shared/runtime.ts';

const describeRole = (): Hello => ({ pid: process.pid, runtime: runtimeOf(process) });

function parentChannel(): Channel {
  const send = process.send?.bind(process);
  if (send === undefined) {
    process.stderr.write('This program is a part of TLS Cost Lab and is started by it, not by hand.\n');
    process.exit(2);
  }
  return {
    // The parent may be gone between two lines of ours; then 'disconnect' ends this process, not an error here.
    post: (message) => void send(message, undefined, undefined, () => {}),
    on: (listener) => void process.on('message', listener),
    busy: () => false,
    close: () => process.disconnect?.(),
  };
}

/**
 * Turns this process into a role: answers the lab's calls and ends when the lab does, however the lab ends.
 * @param calls what the lab may call, apart from `hello`
 */
export function runRole(calls: object): void {
  const channel = parentChannel();
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C reaches the whole process group; the lab decides when a role ends, so that nothing measured is lost.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => process.exit(0));
  openPeer(channel, { ...calls, hello: async () => describeRole() });
}
