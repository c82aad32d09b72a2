import tls from 'node:tls';
import { serverName } from '../../electron/lab/pki.ts';

/**
 * Asks for three bytes over a connection of its own.
 * @param onSession told of each ticket
 * @returns what a client of HTTP/1.1 got: an answer, or nothing when it was turned away
 */
export function askTls(
  port: number,
  options: tls.ConnectionOptions,
  onSession: (ticket: Buffer) => void = () => {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = tls.connect({ host: '127.0.0.1', port, servername: serverName, ...options });
    let answer = '';
    socket.on('error', () => {});
    socket.on('session', onSession);
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
    });
    socket.on('close', () => resolve(answer));
    socket.write('GET /3 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  });
}
