import type { WebSocket } from 'ws';
import type { Channel } from '../../shared/channel.ts';

/** More than this still unsent means that the page doesn't keep up. */
const busyAboveBytes = 64 * 1024;

/** A text that is no JSON stays the text: no message of ours is one, so whoever checks messages refuses it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * A WebSocket as a channel of JSON texts. A page that answers no ping is dropped.
 * @param heartbeatMs time between pings
 */
export function wsChannel(socket: WebSocket, heartbeatMs = 15_000): Channel {
  let isAlive = true;
  const heartbeat = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, heartbeatMs);
  socket.on('pong', () => {
    isAlive = true;
  });
  socket.on('close', () => clearInterval(heartbeat));
  // A broken frame or one that is too long: `ws` closes the socket by itself, and says so here first.
  socket.on('error', () => socket.terminate());
  return {
    post: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
    },
    on: (listener) => {
      socket.on('message', (data, isBinary) => listener(isBinary ? 'binary data' : parse(String(data))));
    },
    busy: () => socket.bufferedAmount > busyAboveBytes,
    close: () => socket.close(1001),
  };
}
