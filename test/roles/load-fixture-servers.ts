import type { AddressInfo, Server, Socket } from 'node:net';

/** Servers that a test makes up, all on 127.0.0.1. */
export class FixtureServers {
  private readonly closers: (() => void)[] = [];

  /** @param port a free one if absent. @returns the port */
  async listen(server: Server, port = 0): Promise<number> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    });
    this.closers.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address: AddressInfo | string | null = server.address();
    if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
    return address.port;
  }

  /** Closes all of them with their connections. */
  close(): void {
    for (const close of this.closers.splice(0)) close();
  }
}
