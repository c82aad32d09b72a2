import type { Capture } from '../../shared/tls/capture.ts';

/** The port under which each connection's server is written; tshark takes what goes there for TLS. */
export const PCAP_SERVER_PORT = 443;
const SEGMENT_BYTES = 1_400;
/** LINKTYPE_RAW: packets begin with their IP header (tcpdump.org/linktypes.html). */
const RAW_IP = 101;
const flag = { syn: 0x02, ack: 0x10 } as const;

interface Segment {
  fromPort: number;
  toPort: number;
  sequence: number;
  acknowledged: number;
  flags: number;
  content: Buffer;
}

/** IPv4 (RFC 791) and TCP (RFC 9293) without checksums, which tshark doesn't look at. */
function packet({ fromPort, toPort, sequence, acknowledged, flags, content }: Segment): Buffer {
  const bytes = Buffer.alloc(40 + content.length);
  bytes.writeUInt8(0x45, 0);
  bytes.writeUInt16BE(bytes.length, 2);
  bytes.writeUInt8(64, 8);
  bytes.writeUInt8(6, 9);
  bytes.writeUInt32BE(0x7f000001, 12);
  bytes.writeUInt32BE(0x7f000001, 16);
  bytes.writeUInt16BE(fromPort, 20);
  bytes.writeUInt16BE(toPort, 22);
  bytes.writeUInt32BE(sequence, 24);
  bytes.writeUInt32BE(acknowledged, 28);
  bytes.writeUInt8(0x50, 32);
  bytes.writeUInt8(flags, 33);
  bytes.writeUInt16BE(65_535, 34);
  content.copy(bytes, 40);
  return bytes;
}

function packetsOf(chunks: Capture['chunks'], clientPort: number): Buffer[] {
  const ports = { client: clientPort, server: PCAP_SERVER_PORT };
  const sent = { client: 0, server: 0 };
  const packets: Buffer[] = [];
  const send = (from: 'client' | 'server', flags: number, content: Buffer) => {
    const to = from === 'client' ? 'server' : 'client';
    const segment = {
      fromPort: ports[from],
      toPort: ports[to],
      sequence: sent[from],
      acknowledged: sent[to],
    };
    packets.push(packet({ ...segment, flags, content }));
    sent[from] += content.length + (flags & flag.syn ? 1 : 0);
  };
  send('client', flag.syn, Buffer.alloc(0));
  send('server', flag.syn | flag.ack, Buffer.alloc(0));
  send('client', flag.ack, Buffer.alloc(0));
  for (const { from, base64 } of chunks) {
    const bytes = Buffer.from(base64, 'base64');
    for (let at = 0; at < bytes.length; at += SEGMENT_BYTES) {
      send(from, flag.ack, bytes.subarray(at, at + SEGMENT_BYTES));
    }
  }
  return packets;
}

/**
 * @param connections by the client's port
 * @returns a file in the format of libpcap (pcap-savefile(5)) with the connections one after the other
 */
export function pcapOf(connections: ReadonlyMap<number, Capture['chunks']>): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt32LE(0xa1b2c3d4, 0);
  header.writeUInt16LE(2, 4);
  header.writeUInt16LE(4, 6);
  header.writeUInt32LE(262_144, 16);
  header.writeUInt32LE(RAW_IP, 20);
  const packets = [...connections].flatMap(([clientPort, chunks]) => packetsOf(chunks, clientPort));
  const framed = packets.flatMap((bytes, index) => {
    const frame = Buffer.alloc(16);
    frame.writeUInt32LE(1, 0);
    frame.writeUInt32LE(index, 4);
    frame.writeUInt32LE(bytes.length, 8);
    frame.writeUInt32LE(bytes.length, 12);
    return [frame, bytes];
  });
  return Buffer.concat([header, ...framed]);
}
