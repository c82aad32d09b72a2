import type { Duplex } from 'node:stream';
import { type Fault, LabError } from '../../../shared/fault.ts';
import { answerFault, type Trouble } from '../../../shared/probe/handshake-fault.ts';
import type { Answer } from '../../../shared/probe/probe.ts';
import type { WireSigns } from '../../../shared/probe/wire-signs.ts';
import { ask, type Request } from './ask.ts';
import type { PhaseClock } from './phase-clock.ts';
import { alertIn, reasonOf } from './shake-hands.ts';

export type Asked = { kind: 'answered'; answer: Answer } | { kind: 'silent'; fault: Fault };

/** What is known of a connection once it has failed. */
type Circumstances = Pick<Trouble, 'origin' | 'certificate'> & { signs: WireSigns | undefined };

/** Codes of Node's HTTP/1 parser and of HTTP/2 for an answer that is none. */
const isNoHttp = (reason: string) => /^HPE_|^ERR_HTTP2_/.test(reason);

/**
 * Asks for a path, times the answer, and tells failures apart.
 * @param circumstances asked only once it has failed: what a server wants may show late
 */
export async function askFor(
  connection: Duplex,
  request: Request,
  clock: PhaseClock,
  circumstances: () => Circumstances,
): Promise<Asked> {
  try {
    const answer = await ask(connection, request, () => clock.lap('firstByteMs'));
    clock.lap('bodyMs');
    return { kind: 'answered', answer };
  } catch (error) {
    if (error instanceof LabError) return { kind: 'silent', fault: error.fault };
    const reason = reasonOf(error);
    const now = circumstances();
    if (isNoHttp(reason) && !now.signs?.clientCertificateAsked) {
      const message = `${now.origin} answered, but not in HTTP (${reason}): try ${request.url.protocol === 'http:' ? 'https://, or ' : ''}the port on which HTTP is served.`;
      return { kind: 'silent', fault: { code: 'not-http', message } };
    }
    return { kind: 'silent', fault: answerFault({ ...now, serverAlert: alertIn(error), reason }) };
  }
}
