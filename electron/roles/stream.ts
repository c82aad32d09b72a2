import {
  type StreamCalls,
  streamConnectSpecSchema,
  streamListenSpecSchema,
} from '../../shared/handshake/stream-api.ts';
import { processCpu } from './process-cpu.ts';
import { runRole } from './role.ts';
import { StreamClient } from './stream-client.ts';
import { StreamServer } from './stream-server.ts';

const server = new StreamServer();
const client = new StreamClient();

const calls: Omit<StreamCalls, 'hello'> = {
  cpu: processCpu,
  listen: async (spec) => server.listen(streamListenSpecSchema.parse(spec)),
  accepted: async (linkId) => server.accepted(linkId),
  send: async (linkId, durationMs) => server.send(linkId, durationMs),
  connect: async (spec) => client.connect(streamConnectSpecSchema.parse(spec)),
  receive: async (linkId, totalBytes) => client.receive(linkId, totalBytes),
};

runRole(calls);
